import { isEqual, rowsIn } from '../../../../../../common/json';
import { groupBy, slicesOf } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { childFields } from '../../operations/write';
import { resourceByKind, resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { lockPast, pastOf, type RecordPast } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import { referencesIn } from '../references';
import type { BatchChanges } from './batch-cells';
import type { Reversed } from './gone';
import { findOutside } from './outside';
import type { StepsBackOptions } from './revert';
import type { Conflict } from './walk';

/** A field that stays, or a whole record without `path`, and the change because of which it does. */
export type Need = Pick<Conflict, 'resource' | 'publicId' | 'path' | 'by'>;

/** The name of a record, as a key. */
export const nameOf = ({ resource, publicId }: { resource: string; publicId: number }): string =>
  `${resource} ${publicId}`;

/** How many records one statement reads. */
const CHUNK = 500;

interface NeededQuery extends Pick<StepsBackOptions, 'records' | 'changes'> {
  batch: BatchChanges;
  reverse(resource: Resource, pasts: RecordPast[]): Promise<Reversed[]>;
  /** What is known to stay besides conflicts. */
  needs: Need[];
  /** Which of these records would be deleted. */
  created(resource: string, publicIds: number[]): Promise<number[]>;
  /** In which of these records anything is taken back. */
  includes(resource: string, publicIds: number[]): Promise<number[]>;
  run: Run;
}

/**
 * The records that would be deleted, but that are needed by what stays, by name: what it refers to, and children of records that stay.
 * Reads a chunk of records at a time, and locks it, in the order in which it is written: what is found here holds until then.
 */
export async function findNeeded(query: NeededQuery): Promise<Map<string, Conflict>> {
  const { records, batch, reverse, needs, run } = query;
  const needed = new Map<string, Conflict>();
  for await (const { resource: name, publicIds } of records) {
    const resource = resourceByName(name);
    await lockRecords(resource, publicIds, run);
    await lockPast(name, publicIds, run);
    const found: Needed[] = [];
    const deleted: number[] = [];
    for (const { past, wanted, conflicts } of await reverse(resource, await readPasts(query, name, publicIds))) {
      found.push(...conflicts.flatMap((conflict) => neededBy(past, conflict)));
      if (wanted === null && past.state !== null) deleted.push(past.publicId);
    }
    await addNeeded(needed, found, query);
    const used = await findOutside(resource, { publicIds: deleted, batch }, run);
    await addNeeded(needed, await neededByAll(query, await thoseThatStay(query, used)), query);
  }
  await addNeeded(needed, await neededByAll(query, needs), query);
  return needed;
}

const readPasts = ({ changes, run }: NeededQuery, resource: string, publicIds: number[]): Promise<RecordPast[]> =>
  pastOf(resource, publicIds, changes, run);

/** Those of some fields that keep their values. */
async function thoseThatStay(query: NeededQuery, fields: Need[]): Promise<Need[]> {
  const staying: Need[] = [];
  for (const [resource, some] of groupBy(fields, (each) => each.resource)) {
    const byRecord = groupBy(some, ({ publicId }) => publicId);
    for (const publicIds of slicesOf([...byRecord.keys()], CHUNK)) {
      const included = await query.includes(resource, publicIds);
      const reversed = await query.reverse(resourceByName(resource), await readPasts(query, resource, included));
      const results = new Map(reversed.map((each) => [each.past.publicId, each]));
      staying.push(
        ...publicIds
          .flatMap((publicId) => byRecord.get(publicId) ?? [])
          .filter(({ publicId, path }) => {
            const result = results.get(publicId);
            return (
              !result || (result.wanted && isEqual(result.wanted[path] ?? null, result.past.state?.[path] ?? null))
            );
          }),
      );
    }
  }
  return staying;
}

interface Needed {
  reference: Reference;
  need: Need;
}

/** What fields refer to, and whole records. */
async function neededByAll(query: NeededQuery, needs: Need[]): Promise<Needed[]> {
  const found: Needed[] = [];
  for (const [resource, some] of groupBy(needs, (each) => each.resource)) {
    const byRecord = groupBy(some, ({ publicId }) => publicId);
    for (const publicIds of slicesOf([...byRecord.keys()], CHUNK))
      for (const past of await readPasts(query, resource, publicIds))
        found.push(...(byRecord.get(past.publicId) ?? []).flatMap((need) => neededBy(past, need)));
  }
  return found;
}

/** Adds those that would be deleted, and what they need in turn. */
async function addNeeded(needed: Map<string, Conflict>, found: Needed[], query: NeededQuery): Promise<void> {
  for (let open = found; open.length > 0; ) {
    const next: Needed[] = [];
    for (const [kind, some] of groupBy(open, ({ reference }) => reference.kind)) {
      const { name: resource } = resourceByKind(kind);
      const reasons = new Map(some.map(({ reference, need }) => [reference.publicId ?? 0, need]));
      const fresh = [...reasons.keys()].filter((publicId) => !needed.has(nameOf({ resource, publicId })));
      for (const publicIds of slicesOf(fresh, CHUNK))
        for (const past of await readPasts(query, resource, await query.created(resource, publicIds))) {
          const need = reasons.get(past.publicId);
          if (!need || past.state === null) continue;
          const conflict = conflictOf(past, need);
          needed.set(nameOf(past), conflict);
          next.push(...neededBy(past, conflict));
        }
    }
    open = next;
  }
}

const conflictOf = ({ resource, publicId }: RecordPast, need: Need): Conflict => ({
  resource,
  publicId,
  path: '',
  kind: 'needed',
  by: need.by,
  neededBy: { resource: need.resource, publicId: need.publicId },
});

/** What a record refers to where it stays, and its children if it stays as a whole. */
function neededBy({ resource: name, state }: RecordPast, need: Need): Needed[] {
  if (state === null) return [];
  const resource = resourceByName(name);
  const lists = childFields(resource);
  const partner = resource.fields[need.path]?.partner ?? need.path;
  const names = (need.path === '' ? Object.keys(state) : [need.path, partner]).filter((each) => !lists.includes(each));
  const children = (need.path === '' ? lists : []).flatMap((list): Reference[] => {
    const kind = resource.fields[list]?.children?.kind;
    return kind ? rowsIn(state, list).map(({ id }) => ({ kind, publicId: id as number, path: list })) : [];
  });
  return [...referencesIn(resource, state, names), ...children].map((reference) => ({ reference, need }));
}
