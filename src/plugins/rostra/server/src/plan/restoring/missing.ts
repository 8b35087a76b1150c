import { mapInSlices } from '../../../../../../common/concurrency/time-slices';
import { groupBy } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { removalsOf } from '../../store/history/past';
import type { RefusalFault } from '../applying/refusals';
import { changedIn, keyOf, publicIdsOf, referencesIn, withoutReferences } from '../references';
import { bringBack, type Returning, returnPlaces, takenReferences } from './deleted';
import type { Draft, Drafts } from './drafts';
import type { ConflictChoice } from './walk';

/** What happens to references to records that are deleted: refuse everything, restore them, too, or leave them out. */
export type MissingChoice = 'refuse' | 'restore' | 'omit';

/** Settles references to records that do not exist. Notes as `faults` of a draft those that stay. */
export async function settleMissing(
  drafts: Drafts,
  returning: Returning,
  { missing, conflicts }: { missing: MissingChoice; conflicts: ConflictChoice },
  run: Run,
): Promise<void> {
  const settled = new Set<Draft>();
  for (;;) {
    const open = drafts.all().filter((draft) => draft.wanted !== null && !settled.has(draft));
    if (open.length === 0) return;
    for (const draft of open) settled.add(draft);
    await settleDrafts(drafts, returning, open, missing, run);
    if (missing === 'restore') await returnPlaces(drafts, returning, conflicts, run);
  }
}

async function settleDrafts(
  drafts: Drafts,
  returning: Returning,
  open: Draft[],
  missing: MissingChoice,
  run: Run,
): Promise<void> {
  const lacking = await withGone(drafts, open);
  if (missing === 'omit')
    for (const { draft, gone } of lacking)
      if (draft.wanted) draft.wanted = withoutReferences(draft.resource, draft.wanted, gone);
  if (missing === 'restore')
    for (const [kind, some] of groupBy(
      lacking.flatMap(({ gone }) => gone),
      (each) => each.kind,
    ))
      await bringBack(drafts, returning, resourceByKind(kind), publicIdsOf(some), run);
  const rest = await withGone(
    drafts,
    lacking.map(({ draft }) => draft),
  );
  const faults = await faultsOfGone(
    rest.map(({ gone }) => gone),
    'restore it, too (missing: "restore")',
    run,
  );
  for (const [index, { draft }] of rest.entries()) draft.faults.push(...(faults[index] ?? []));
}

/** Those of some drafts that refer to records which will not exist, with these references. What stays refers to what there is. */
async function withGone(drafts: Drafts, some: Draft[]): Promise<{ draft: Draft; gone: Reference[] }[]> {
  const found = await mapInSlices(some, (draft) => ({ draft, references: newReferences(draft) }));
  const isGone = await drafts.findGone(found.flatMap(({ references }) => references));
  return found.flatMap(({ draft, references }) => {
    const gone = new Set(references.filter(isGone).map(keyOf));
    if (gone.size === 0) return [];
    // Only these have the paths of the whole record.
    return [{ draft, gone: changedReferences(draft).filter((each) => gone.has(keyOf(each))) }];
  });
}

/** The references that a draft adds to its record. */
function newReferences({ resource, past, wanted }: Draft): Reference[] {
  if (!wanted) return [];
  const change = { before: wanted, after: past.state ?? {} };
  return changedIn(resource, past.state, wanted).flatMap((name) => takenReferences(resource, change, name));
}

/** All references in the fields that a draft changes. */
const changedReferences = ({ resource, past, wanted }: Draft): Reference[] =>
  wanted ? referencesIn(resource, wanted, changedIn(resource, past.state, wanted)) : [];

/**
 * The faults of records, for each a list: one for each of its references to a record that does not exist. `cure` is what to do about a
 * deleted one, unless it is left out.
 */
export async function faultsOfGone(gone: Reference[][], cure: string, run: Run): Promise<RefusalFault[][]> {
  const removals = new Map<string, Awaited<ReturnType<typeof removalsOf>>>();
  for (const [kind, some] of groupBy(gone.flat(), (each) => each.kind))
    removals.set(kind, await removalsOf(resourceByKind(kind).name, publicIdsOf(some), run));
  return gone.map((some) =>
    some.map(({ kind, publicId = 0, path }): RefusalFault => {
      const { name } = resourceByKind(kind);
      const removal = removals.get(kind)?.get(publicId);
      const state = removal?.hasValues
        ? `is deleted: ${cure}, or`
        : `${removal ? 'is deleted, and history no longer holds its values' : 'does not exist'}:`;
      const message = `${name} ${publicId} ${state} leave it out (missing: "omit")`;
      return { path, code: 'UNKNOWN_REFERENCE', message, gone: { resource: name, publicId } };
    }),
  );
}
