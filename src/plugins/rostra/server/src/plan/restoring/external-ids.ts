import type { Run } from '../../store/database';
import { findDeprived, findRival, settleExternalIds } from '../../store/external-ids/external-ids';
import { UndoError } from '../applying/refusals';

/** Errors: UndoError if a record would get back an identifier at a source that another one has by now. */
export async function refuseRivals(change: number, run: Run): Promise<void> {
  const found = await findRival(change, run);
  if (!found) return;
  const { resource, publicId, sourceName, externalId, rival } = found;
  throw new UndoError(
    `"${externalId}" of ${sourceName} was ${resource} ${publicId}, but is ${resource} ${rival} by now: undo the import that said so, or delete that record first.`,
  );
}

/**
 * Gives records the identifiers that they have once an import is undone or done again, in whole or in part. Errors: UndoError if one would
 * have none, because another one keeps it: the source would no longer find that record, and make a second one.
 */
export async function restoreExternalIds(change: number, run: Run): Promise<void> {
  await settleExternalIds(change, run);
  const found = await findDeprived(change, run);
  if (!found) return;
  const { resource, publicId, sourceName, externalId, rival } = found;
  throw new UndoError(
    `${resource} ${publicId} would have no identifier at ${sourceName}: "${externalId}", which the import took from it, stays that of ${resource} ${rival}: take back both, or neither.`,
  );
}
