import { isEqual, type JsonObject } from '../../../../../../common/json';
import { entryOf, slicesOf } from '../../../../../../common/maps';
import type { Source } from '../../import/record';
import { canonicalRecord } from '../../operations/record';
import { findResourceByUid, resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { identifiedAt } from '../../store/external-ids/external-ids';
import type { EditFacts } from '../../store/history/counted-changes';
import { editsOf, type RecordEdits } from '../../store/history/edits';
import { hashesOf } from '../../store/history/past';
import { readDetailByRow } from '../../store/read';
import { readStoredRecords, rowIdsOf } from '../../store/read-many';
import { findCascading } from '../../store/referrers';
import type { Change, RecordPosition } from '../types';
import { addEdit, addFault, countsOf, type PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/** How many records of a resource an import removes without being told to: at most this number, and this share of those that the source knows. */
const UNCONFIRMED = { records: 20, share: 0.05 };

/** How many records of this number may go without confirmation: one always. */
export const unconfirmedOf = (known: number): number =>
  Math.min(UNCONFIRMED.records, Math.max(1, Math.floor(known * UNCONFIRMED.share)));

/**
 * Finds the stored records that the source of the import knew and that the input does not have: they are to be removed, with their
 * dependents. Those that people have changed since the last import stay, unless the file wins. More than `limit` are a fault. Comes
 * before the comparison, which must know what will be gone.
 */
export async function findGone(
  state: PlanState,
  sources: Source[],
  { limit }: { limit?: number },
  run: Run,
): Promise<void> {
  for (const source of firstOfEach(sources)) {
    const { resource, label } = source;
    const known = await identifiedAt({ resource: resource.name, sourceName: state.sourceName ?? '' }, run);
    const inputRecords = state.inputRecords.get(resource.kind);
    const missing = [...known].filter((publicId) => !inputRecords?.has(publicId));
    const gone: number[] = [];
    for (const some of slicesOf(missing, CHUNK))
      for (const { publicId, isEdited, by } of await missingRecords(resource, some, run)) {
        const edit = { ...placeOf(source), resource: resource.name, number: publicId, path: '', ...(by && { by }) };
        if (isEdited) addEdit(state, { ...edit, kind: 'gone', isTaken: state.takesFile });
        if (!isEdited || state.takesFile) gone.push(publicId);
      }
    const most = limit ?? unconfirmedOf(known.size);
    if (gone.length > most) {
      const message = `${gone.length} of ${known.size} ${resource.name} that ${state.sourceName} knew are missing, and at most ${most} would be removed: is ${label} complete? --sync-limit ${gone.length} removes them`;
      addFault(state, placeOf(source), { path: '', code: 'TOO_MANY', message });
    }
    await addGone(state, source, gone, run);
  }
}

/** The changes that remove what is gone. */
export async function removalsOf(state: PlanState, run: Run): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [kind, gone] of state.gone) {
    const resource = resourceByKind(kind);
    const hashes = await hashesOf(resource.name, [...gone.keys()], run);
    countsOf(state, resource).removed += gone.size;
    for (const [number, source] of gone) {
      const before = hashes.get(number) ?? '';
      changes.push({ resource: resource.name, number, action: 'remove', ...placeOf(source), before, from: {}, to: {} });
    }
  }
  return changes;
}

/** The place of what concerns a whole file. */
export const placeOf = ({ label }: Source): RecordPosition => ({ file: label, record: 0 });

/** The first source of each resource. */
const firstOfEach = (sources: Source[]): Source[] =>
  sources.filter(({ resource }, index) => sources.findIndex((each) => each.resource === resource) === index);

interface Missing {
  publicId: number;
  isEdited: boolean;
  by?: EditFacts | undefined;
}

/** Those of some records that are stored, each with what people have done since the last import. */
async function missingRecords(resource: Resource, publicIds: number[], run: Run): Promise<Missing[]> {
  const rows = await readStoredRecords(resource, publicIds, run);
  const names = Object.keys(resource.fields).filter((name) => !resource.fields[name]?.isDerived);
  const stored = rows.map(({ publicId }) => publicId);
  const edits = await editsOf({ resource: resource.name, publicIds: stored, names }, run);
  return rows.map(({ publicId, text }) => {
    const known = edits.get(publicId);
    return { publicId, ...(known ? editOf(known, canonicalRecord(resource, text).record) : { isEdited: false }) };
  });
}

function editOf({ wasImported, fields }: RecordEdits, record: JsonObject): Omit<Missing, 'publicId'> {
  const edited = Object.entries(fields).flatMap(([name, { base, by }]) =>
    by && (base === undefined || !isEqual(base, record[name] ?? null)) ? by : [],
  );
  const by = edited.reduce<EditFacts | undefined>(
    (last, each) => (last && last.change > each.change ? last : each),
    undefined,
  );
  return { isEdited: !wasImported || by !== undefined, by };
}

/** Notes that records will be gone, and what is deleted with them. Faults: dependents that the input has. */
async function addGone(state: PlanState, source: Source, publicIds: number[], run: Run): Promise<void> {
  const rest = publicIds.map((publicId) => ({ resource: source.resource, publicId }));
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { resource, publicId } = next;
    const gone = entryOf(state.gone, resource.kind, () => new Map<number, Source>());
    if (gone.has(publicId)) continue;
    gone.set(publicId, source);
    const [row] = await rowIdsOf(resource, [publicId], run);
    for (const { uid, row: dependentRow } of row === undefined ? [] : await findCascading(resource.kind, row, run)) {
      const dependent = findResourceByUid(uid);
      const found = dependent && (await readDetailByRow(dependent, dependentRow, run));
      if (!found) continue;
      const input = state.inputRecords.get(dependent.kind)?.get(found.publicId);
      if (!input) {
        rest.push({ resource: dependent, publicId: found.publicId });
        continue;
      }
      const message = `${resource.name} ${publicId} is no longer at ${state.sourceName}, but ${dependent.name} ${found.publicId}, which belongs to it, is in ${input.source.label}, record ${input.record}`;
      addFault(state, placeOf(source), { path: '', code: 'INVALID_VALUE', message });
    }
  }
}
