import { isEqual } from '../../../../../../common/json';
import { entryOf, slicesOf } from '../../../../../../common/maps';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind, resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { editsOf } from '../../store/history/edits';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords } from '../../store/read-many';
import type { Change, RecordPosition, Said } from '../types';
import { basesIn } from './settle-edits';
import { sharedListsOf, sidesOf } from './shared-lists';
import { countsOf, type PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/** Changes of records that follow from those of others, by resource and public id. */
export type FurtherChanges = Map<Resource, Map<number, Change>>;

/** The further changes of a plan. */
export const furtherChanges = ({ further }: PlanState): Change[] =>
  [...further.values()].flatMap((each) => [...each.values()]);

/** What a list gains and loses because of what changes on the other side. */
export interface OtherSide {
  added: number[];
  removed: number[];
  /** Where the input has the first of the records concerned. */
  place: RecordPosition;
}

/** Notes which records that the input says nothing of gain or lose a link with a change. */
export function noteOtherSides(state: PlanState, resource: Resource, change: Change): void {
  const { number, from, to, file, record, line } = change;
  const place = { file, record, ...(line !== undefined && { line }) };
  for (const { name, other, otherName } of sharedListsOf(resource)) {
    if (!(name in to)) continue;
    const [before, after] = [from[name], to[name]].map((list) => new Set((list ?? []) as number[]));
    const concern = (publicId: number, what: 'added' | 'removed') => {
      const isSettled = publicId < 0 || state.gone.get(other.kind)?.has(publicId);
      if (isSettled || sidesOf(state, other, otherName).has(publicId)) return;
      const sides = entryOf(state.otherSides, `${other.kind}.${otherName}`, () => new Map<number, OtherSide>());
      entryOf(sides, publicId, () => ({ added: [], removed: [], place }))[what].push(number);
    };
    for (const publicId of after ?? []) if (!before?.has(publicId)) concern(publicId, 'added');
    for (const publicId of before ?? []) if (!after?.has(publicId)) concern(publicId, 'removed');
  }
}

/**
 * Keeps a change back until it is known what others do to lists of the record of which the input says nothing: it joins the further ones.
 * Returns whether it does.
 */
export function keepBack(state: PlanState, change: Change): boolean {
  const resource = resourceByName(change.resource);
  const isOpen =
    change.action === 'change' &&
    sharedListsOf(resource).some(({ name }) => !sidesOf(state, resource, name).has(change.number));
  if (isOpen) entryOf(state.further, resource, () => new Map<number, Change>()).set(change.number, change);
  return isOpen;
}

/**
 * Adds to the further changes those of lists that follow from those of the other side, and returns what is to be noted with them: what the source has said of
 * such a list holds on. At most five statements for each list and chunk.
 */
export async function changeOtherSides(state: PlanState, run: Run): Promise<Said[]> {
  const said: Said[] = [];
  for (const [key, sides] of state.otherSides) {
    const [kind = '', name = ''] = key.split('.');
    const resource = resourceByKind(kind);
    const changes = entryOf(state.further, resource, () => new Map<number, Change>());
    for (const publicIds of slicesOf([...sides.keys()], CHUNK)) {
      const query = { resource: resource.name, publicIds, names: [name], source: state.sourceName ?? '' };
      const editsBy = resource.hasPrivateHistory ? new Map() : await editsOf(query, run);
      const hashes = await hashesOf(resource.name, publicIds, run);
      for (const { publicId, text } of await readStoredRecords(resource, publicIds, run)) {
        const { record: stored } = canonicalRecord(resource, text);
        const { added, removed, place } = sides.get(publicId) ?? { added: [], removed: [], place: NO_PLACE };
        const from = (stored[name] ?? []) as number[];
        // It may lose references to what will be gone.
        const planned = changes.get(publicId)?.to[name] as number[] | undefined;
        const now = planned ?? from;
        const gone = new Set(removed);
        const to = [...now.filter((each) => !gone.has(each)), ...added.filter((each) => !now.includes(each))];
        if (isEqual(now, to)) continue;
        const change = entryOf(changes, publicId, (): Change => {
          countFurther(state, resource, publicId);
          const before = hashes.get(publicId) ?? '';
          return { resource: resource.name, number: publicId, action: 'change', ...place, before, from: {}, to: {} };
        });
        change.from[name] = from;
        change.to[name] = to;
        const edits = editsBy.get(publicId);
        // The comparison has noted what is to be noted.
        if (planned || (edits && !edits.wasImported)) continue;
        const base = edits && name in edits.fields ? basesIn(resource, stored, edits)[name] : from;
        if (base !== undefined) said.push({ resource: resource.name, number: publicId, fields: { [name]: base } });
      }
    }
  }
  return said;
}

const NO_PLACE = { file: '', record: 0 };

/** Counts a record that changes because another one does, unless it is counted as changed, or as gone, already. */
export function countFurther(state: PlanState, resource: Resource, publicId: number): void {
  const { kind } = resource;
  const isCounted = state.changed.get(kind)?.has(publicId) || state.further.get(resource)?.has(publicId);
  if (isCounted || state.gone.get(kind)?.has(publicId)) return;
  const counts = countsOf(state, resource);
  counts.changed += 1;
  if (state.inputRecords.get(kind)?.has(publicId)) counts.unchanged -= 1;
}
