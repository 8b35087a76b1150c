import { groupBy } from '../../../../../../common/maps';
import { type Findings, parseContext, type Reference } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { removalsOf } from '../../store/history/past';
import { bringBack, type Returning, returnPlaces } from './deleted';
import type { Draft, Drafts } from './drafts';
import { ownFields, referencesIn, withoutReferences } from './references';
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
    for (const draft of open) {
      settled.add(draft);
      await settleDraft(drafts, returning, draft, missing, run);
    }
    if (missing === 'restore') await returnPlaces(drafts, returning, conflicts, run);
  }
}

async function settleDraft(
  drafts: Drafts,
  returning: Returning,
  draft: Draft,
  missing: MissingChoice,
  run: Run,
): Promise<void> {
  const { resource, wanted } = draft;
  if (wanted === null) return;
  const find = (values: typeof wanted) => drafts.findGone(referencesIn(resource, values, ownFields(resource)));
  const gone = await find(wanted);
  if (gone.length === 0) return;
  if (missing === 'omit') draft.wanted = withoutReferences(resource, wanted, gone);
  if (missing === 'restore')
    for (const [kind, some] of groupBy(gone, (each) => each.kind))
      await bringBack(drafts, returning, resourceByKind(kind), idsOf(some), run);
  const rest = await find(draft.wanted ?? {});
  if (rest.length > 0) draft.faults.push(...(await faultsOfGone(rest, 'restore it, too (missing: "restore")', run)));
}

const idsOf = (references: Reference[]): number[] => [...new Set(references.map(({ publicId }) => publicId ?? 0))];

/** A fault for each reference to a record that does not exist; `cure` is what to do about a deleted one, unless it is left out. */
export async function faultsOfGone(gone: Reference[], cure: string, run: Run): Promise<Findings['faults']> {
  const { findings } = parseContext();
  for (const [kind, some] of groupBy(gone, (each) => each.kind)) {
    const { name } = resourceByKind(kind);
    const removals = await removalsOf(name, idsOf(some), run);
    for (const { publicId = 0, path } of some) {
      const removal = removals.get(publicId);
      const state = removal?.hasValues
        ? `is deleted: ${cure}, or`
        : `${removal ? 'is deleted, and history no longer holds its values' : 'does not exist'}:`;
      const message = `${name} ${publicId} ${state} leave it out (missing: "omit")`;
      parseContext(path, findings).fault('UNKNOWN_REFERENCE', message);
    }
  }
  return findings.faults;
}
