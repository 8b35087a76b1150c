import type { BatchReversal } from '../../plugins/rostra/server/src/plan/restoring/reverse-batch';
import { type Conflict, describeConflict } from '../../plugins/rostra/server/src/plan/restoring/walk';
import type { BatchPart, RecordName } from '../../plugins/rostra/server/src/store/batches/parts';

/** A reversal that was refused, as it was asked for. */
interface RefusedReversal {
  /** The number of the import. */
  batch: number;
  command: 'undo' | 'redo';
  /** The part that was asked for; none for all of it. */
  part?: BatchPart;
  keepEdits?: boolean;
  overwriteEdits?: boolean;
}

/**
 * Names what stands in the way, and the commands that go on: not those that were just given. They name the same part of the batch, so that
 * none of them takes back more of it than was asked for.
 */
export function adviceFor(
  { conflicts, blockers, own, first }: Pick<BatchReversal, 'conflicts' | 'blockers' | 'own' | 'first'>,
  { batch, command, part, keepEdits = false, overwriteEdits = false }: RefusedReversal,
): string[] {
  const lines = ['Nothing was changed.'];
  const ownNames = new Set(own.map(nameOf));
  for (const each of blockers.filter((blocker) => command === 'redo' || !ownNames.has(nameOf(blocker))))
    lines.push(`${each.resource} ${each.publicId}: ${each.path} ${describeConflict(each)}.`);
  if (command === 'undo' && own.length > 0) {
    const { resources = [], records = [] } = part ?? {};
    const more = `content undo ${batch}${selectionText({ resources, records: [...records, ...own] })}`;
    lines.push(`The batch itself did that: "${more}" undoes it, too.`);
  }
  lines.push(...waysToRestore(conflicts.filter(({ missing }) => missing && !ownNames.has(nameOf(missing)))));
  const later = first.find((each) => each.batch !== batch);
  if (later) lines.push(`A later batch comes first, all of it: "content ${later.command} ${later.batch}".`);
  if (keepEdits || overwriteEdits) return lines;
  const again = `content ${command} ${batch}${part ? selectionText(part) : ''}`;
  if (conflicts.some(({ kind }) => kind !== 'gone' && kind !== 'missing'))
    lines.push(
      `"${again} --keep-edits" leaves what was changed since, --overwrite-edits with --note takes that back, too.`,
    );
  else if (conflicts.length > 0) lines.push(`"${again} --keep-edits" leaves these as they are.`);
  const [conflict] = conflicts;
  if (command === 'undo' && conflict && !isOnly(conflict, part))
    lines.push(
      `"content undo ${batch} --record ${conflict.resource}/${conflict.publicId}" with one of them decides for this record only.`,
    );
  return lines;
}

/** The options that name a part. */
const selectionText = ({ resources, records }: BatchPart): string =>
  [
    resources.length > 0 ? ` --resource ${resources.join(',')}` : '',
    records.length > 0 ? ` --record ${records.map(nameOf).join(' ')}` : '',
  ].join('');

/** Whether a part is this record only. */
const isOnly = (record: RecordName, part: BatchPart | undefined): boolean =>
  part?.resources.length === 0 && part.records.every((each) => nameOf(each) === nameOf(record));

/** How many missing records are named. */
const MAX_MISSING = 5;

/** The commands that bring back what is missing. */
function waysToRestore(conflicts: Conflict[]): string[] {
  const commands = conflicts.flatMap(({ missing, by }) =>
    missing?.isDeleted ? `content restore ${missing.resource} ${missing.publicId} --change ${by.change}` : [],
  );
  return [...new Set(commands)]
    .slice(0, MAX_MISSING)
    .map((command) => `What is missing can be brought back: "${command}" with --note.`);
}

const nameOf = ({ resource, publicId }: RecordName): string => `${resource}/${publicId}`;
