import { rowsIn } from '../../../../../../common/json';
import { definedIn, entryOf, slicesOf } from '../../../../../../common/maps';
import { referencesOf } from '../../operations/write';
import { resourceByKind, resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { insertEntries, type NewEntry } from '../../store/bulk/entries';
import type { Run } from '../../store/database';
import { identitiesOf } from '../../store/history/past';
import { removalsByPeople } from '../../store/history/removals';
import { reserveNumbers } from '../../store/identifiers';
import { existingPublicIds } from '../../store/read-many';
import { draftOf } from '../../store/write';
import { inChunks } from '../chunks';
import type { Change } from '../types';
import type { ApplyRequest } from './apply';
import { openCreatedSince } from './created-since';
import { DELETED, type PlanRefusal, refuse, taken } from './refusals';

/** The rows of a plan's new records. `publicId` is the id in the plan, which may be provisional. */
export interface CreatedRows {
  /** Strapi's row id of a new record. */
  rowOf(kind: string, publicId: number): number;
  /** Whether the columns of a new record are written already. */
  hasColumns(kind: string, publicId: number): boolean;
  /** Whether the plan has provisional ids. */
  hasProvisional: boolean;
  /** Whether a tag of the plan turned out to be stored. */
  wasStored(publicId: number): boolean;
  /** The public id in place of a provisional one; any other stays the same. */
  publicIdOf(publicId: number): number;
  /** Records that somebody else has created since. */
  refusals: PlanRefusal[];
}

/**
 * Inserts a row for each new record of a plan, and for each child with an id that is not stored: with its columns where
 * these hold no provisional id, but without links, so that records can refer to each other in any order. Records with
 * provisional ids come last and get the next free public ids.
 */
export async function createRows(
  { changes, kind, ...request }: Pick<ApplyRequest, 'changes' | 'match' | 'kind' | 'sourceName' | 'identified'>,
  run: Run,
): Promise<CreatedRows> {
  const rows = new Map<string, Map<number, number>>();
  const withoutColumns = new Map<string, Set<number>>();
  const publicIds = new Map<number, number>();
  const stored = new Set<number>();
  const refusals: PlanRefusal[] = [];
  const setRow = ({ kind: of }: Resource, publicId: number, row: number) =>
    entryOf(rows, of, () => new Map<number, number>()).set(publicId, row);
  const withoutCreatedSince = async (resource: Resource, chunk: Change[]): Promise<Change[]> => {
    const { reusable, conflicting } = await findCreatedSince(resource, chunk);
    for (const [provisional, { publicId, row }] of reusable) {
      publicIds.set(provisional, publicId);
      stored.add(provisional);
      setRow(resource, provisional, row);
    }
    for (const change of chunk) if (conflicting.has(change.number)) refuse(refusals, change, [taken('')]);
    return chunk.filter(({ number }) => !reusable.has(number) && !conflicting.has(number));
  };
  const overview = await overviewOf(changes());
  const findCreatedSince = await openCreatedSince(overview.provisional, request, run);
  // Sequences must skip the ids that the plan gives.
  for (const [resource, publicId] of overview.highest) if (publicId > 0) await reserveNumbers(resource, publicId, run);
  for (const isProvisional of overview.provisional.size > 0 ? [false, true] : [false]) {
    const options = { contentOf: ({ to }: Change) => to, isBoundary };
    for await (const chunk of inChunks(newRecords(changes(), isProvisional), options)) {
      const resource = resourceByName(chunk[0]?.resource ?? '');
      const missing = isProvisional ? await withoutCreatedSince(resource, chunk) : chunk;
      if (missing.length === 0) continue;
      const hasColumns = chunk.every((change) => !refersToProvisional(resource, change));
      const publicIdsGiven = missing.flatMap(({ number }) => (number < 0 ? [] : number));
      if (kind === 'import') {
        const gone = new Set(
          (await removalsByPeople(resource.name, publicIdsGiven, run)).map(({ publicId }) => publicId),
        );
        for (const change of missing)
          if (gone.has(change.number) && !change.isReturning) refuse(refusals, change, [DELETED]);
      }
      const isReturn = kind !== 'import' || missing.some(({ isReturning }) => isReturning);
      const identities = isReturn ? await identitiesOf(resource.name, publicIdsGiven, run) : undefined;
      const entries = missing.map((change) => ({
        ...entryFor(resource, change, hasColumns),
        ...definedIn({ identity: identities?.get(change.number) }),
      }));
      const inserted = await insertEntries(resource, entries, run);
      const rowsById = new Map(inserted.map(({ publicId, rowId }) => [publicId, rowId]));
      for (const [index, change] of missing.entries()) {
        const row = isProvisional ? inserted[index]?.rowId : rowsById.get(change.number);
        if (row === undefined) refuse(refusals, change, [taken(resource.key.name)]);
        else setRow(resource, change.number, row);
        if (!hasColumns) entryOf(withoutColumns, resource.kind, () => new Set<number>()).add(change.number);
        if (isProvisional) publicIds.set(change.number, inserted[index]?.publicId ?? 0);
      }
    }
    if (isProvisional) continue;
    for (const [kind, children] of overview.children) await insertMissing(resourceByKind(kind), [...children], run);
  }
  return {
    refusals,
    hasProvisional: publicIds.size > 0,
    hasColumns: (of, publicId) => !withoutColumns.get(of)?.has(publicId),
    wasStored: (publicId) => stored.has(publicId),
    publicIdOf: (publicId) => publicIds.get(publicId) ?? publicId,
    rowOf: (of, publicId) => {
      const row = rows.get(of)?.get(publicId);
      if (row === undefined) throw new Error(`${of} ${publicId} has no row`);
      return row;
    },
  };
}

/** What a plan creates. */
interface PlanOverview {
  /** The highest public id that it gives, by resource. */
  highest: Map<Resource, number>;
  /** Resources for which the plan creates records with provisional ids. */
  provisional: Set<Resource>;
  /** Public ids of the children in its records, by kind. */
  children: Map<string, Set<number>>;
}

async function overviewOf(changes: AsyncIterable<Change>): Promise<PlanOverview> {
  const overview: PlanOverview = { highest: new Map(), provisional: new Set(), children: new Map() };
  for await (const { resource: name, action, number: publicId, to } of changes) {
    const resource = resourceByName(name);
    if (action === 'create') overview.highest.set(resource, Math.max(publicId, overview.highest.get(resource) ?? 0));
    if (action === 'create' && publicId < 0) overview.provisional.add(resource);
    for (const [field, { children }] of Object.entries(resource.fields)) {
      if (!children || !(field in to)) continue;
      for (const { id } of rowsIn(to, field))
        if (typeof id === 'number') entryOf(overview.children, children.kind, () => new Set<number>()).add(id);
    }
  }
  return overview;
}

/** The new records of a plan, either those with provisional ids or the others. */
async function* newRecords(changes: AsyncIterable<Change>, isProvisional: boolean): AsyncIterable<Change> {
  for await (const change of changes) {
    if (change.action === 'create' && change.number < 0 === isProvisional) yield change;
  }
}

const isBoundary = (first: Change, next: Change): boolean =>
  first.resource !== next.resource || first.isNamed !== next.isNamed;

const refersToProvisional = (resource: Resource, { to }: Change): boolean =>
  referencesOf(resource, to, Object.keys(to)).some(({ publicId }) => (publicId ?? 0) < 0);

function entryFor(resource: Resource, { number, to }: Change, hasColumns: boolean): NewEntry {
  const publicId = number < 0 ? null : number;
  if (!hasColumns) return { publicId };
  return { publicId, values: draftOf(resource, to, Object.keys(to), () => 0).values };
}

/** How many children one statement looks up. */
const LOOKUP = 1_000;

/** Inserts rows for those of these children that have none. */
async function insertMissing(resource: Resource, publicIds: number[], run: Run): Promise<void> {
  const highest = publicIds.reduce((most, publicId) => Math.max(most, publicId), 0);
  await reserveNumbers(resource, highest, run);
  for (const some of slicesOf(publicIds, LOOKUP)) {
    const stored = await existingPublicIds(resource, some, run);
    const missing = some.filter((publicId) => !stored.has(publicId)).map((publicId) => ({ publicId }));
    if (missing.length > 0) await insertEntries(resource, missing, run);
  }
}
