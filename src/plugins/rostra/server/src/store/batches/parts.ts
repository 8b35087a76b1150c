import { groupBy, mapValues } from '../../../../../../common/maps';
import { allResources } from '../../resource/registry';
import { compile, parameter, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { PastRevision } from '../history/past';

/** A part of a batch: all its records of some resources, and single ones, with their children. */
export interface BatchPart {
  resources: string[];
  records: RecordName[];
}

/** A record, by its resource and its public id. */
export interface RecordName {
  resource: string;
  publicId: number;
}

/** Which records of a batch are meant: by resource, all or those with these public ids; `undefined` for the whole batch. */
export type Selection = Record<string, 'all' | number[]> | undefined;

/** Finds the records of a change that a part names, with their children in it. */
export async function selectionOf(change: number, part: BatchPart | undefined, run: Run): Promise<Selection> {
  if (!part) return undefined;
  const numbers = groupBy(part.records, ({ resource }) => resource);
  const selection: NonNullable<Selection> = {};
  for (const [name, some] of numbers) selection[name] = some.map(({ publicId }) => publicId);
  for (const { parent, child, field } of parentages()) {
    const publicIds = (numbers.get(parent) ?? []).map(({ publicId }) => publicId);
    if (publicIds.length === 0) continue;
    const rows = await run(childrenOf, { change, resource: child, field, parents: publicIds.map(String) });
    selection[child] = [...numbersIn(selection, child), ...rows.map(([publicId]) => publicId as number)];
  }
  for (const name of part.resources) {
    selection[name] = 'all';
    for (const { child } of parentages().filter(({ parent }) => parent === name)) selection[child] = 'all';
  }
  return selection;
}

/** The records of a change that are meant and not undone yet, in chunks, in ascending order. */
export async function* recordsToUndo(
  change: number,
  selection: Selection,
  run: Run,
): AsyncIterable<{ resource: string; publicIds: number[] }> {
  for (const [name] of await run(names, { change })) {
    const resource = name as string;
    if (selection && !(resource in selection)) continue;
    for (let last = -1; ; ) {
      const publicIds = await numbersFrom(page, { change, resource, ids: idsOf(selection, resource), last }, run);
      if (publicIds.length === 0) break;
      yield { resource, publicIds };
      last = publicIds.at(-1) ?? last;
    }
  }
}

/** Of some records those that are meant and that a change created, changed or removed. */
export async function meantRecords(
  change: number,
  selection: Selection,
  { resource, publicIds, actions }: { resource: string; publicIds: number[]; actions: PastRevision['action'][] },
  run: Run,
): Promise<number[]> {
  if ((selection && !(resource in selection)) || publicIds.length === 0) return [];
  return numbersFrom(meant, { change, resource, ids: idsOf(selection, resource), publicIds, actions }, run);
}

/** Of some records those that a change wrote, each with whether that is undone. */
export async function statesIn(
  change: number,
  { resource, publicIds }: { resource: string; publicIds: number[] },
  run: Run,
): Promise<Map<number, { isUndone: boolean }>> {
  const rows = await run(states, { change, resource, publicIds });
  return new Map(rows.map(([publicId, isUndone]) => [publicId as number, { isUndone: isUndone === true }]));
}

/**
 * Notes that an import is undone by another change for what is meant of it, but for some records that stay in part. It counts as if it had
 * not happened for them; once it is undone for all records that it wrote, also what it noted of others. Returns whether anything is new.
 */
export async function noteUndone(
  change: number,
  selection: Selection,
  { undo, kept }: { undo: number; kept: RecordName[] },
  run: Run,
): Promise<boolean> {
  const selected = JSON.stringify(mapValues(selection ?? {}, (each) => (each === 'all' ? null : each)));
  const isWhole = selection === undefined;
  const noted = await hasRows(note, { change, undo, isWhole, selected, kept: JSON.stringify(kept) }, run);
  const notedRest = await hasRows(noteRest, { change, undo }, run);
  return noted || notedRest;
}

/** Notes that an import counts again, but for some records. Returns whether anything is new. */
export const noteRedone = (change: number, kept: RecordName[], run: Run): Promise<boolean> =>
  hasRows(forget, { change, kept: JSON.stringify(kept) }, run);

/** Whether an import is undone for any record. */
export const isUndoneAnywhere = (change: number, run: Run): Promise<boolean> => hasRows(anywhere, { change }, run);

/** Which resources have children, of which resource, and the field in which a child names its parent. */
const parentages = (): { parent: string; child: string; field: string }[] =>
  allResources().flatMap(({ name, fields }) =>
    Object.values(fields).flatMap(({ children }) => {
      const child = children && allResources().find(({ kind }) => kind === children.kind);
      return child ? [{ parent: name, child: child.name, field: children.parent }] : [];
    }),
  );

const numbersIn = (selection: NonNullable<Selection>, name: string): number[] => {
  const some = selection[name] ?? [];
  return some === 'all' ? [] : some;
};

/** The public ids that are meant of a resource; null for all. */
const idsOf = (selection: Selection, resource: string): number[] | null => {
  const ids = selection?.[resource] ?? 'all';
  return ids === 'all' ? null : ids;
};

const numbersFrom = async (
  statement: ReturnType<typeof compile>,
  parameters: Parameters<Run>[1],
  run: Run,
): Promise<number[]> => (await run(statement, parameters)).map(([publicId]) => publicId as number);

/** Whether a statement that tells a number tells one above zero. */
const hasRows = async (
  statement: ReturnType<typeof compile>,
  parameters: Parameters<Run>[1],
  run: Run,
): Promise<boolean> => Number((await run(statement, parameters))[0]?.[0]) > 0;

const isUndone = (alias: Sql): Sql =>
  sql`exists (select from rostra_undone u where u.change = ${alias}.change and u.resource = ${alias}.resource and u.number = ${alias}.number)`;

const isMeant = sql`v.change = ${parameter('change')}::bigint and v.resource = ${parameter('resource')}
  and (${parameter('ids')}::int[] is null or v.number = any(${parameter('ids')}::int[])) and not ${isUndone(sql`v`)}`;

const names = compile(
  sql`select distinct resource from rostra_revisions where change = ${parameter('change')}::bigint order by 1`,
);

const page = compile(sql`
  select v.number from rostra_revisions v where ${isMeant} and v.number > ${parameter('last')}::int order by v.number limit 500`);

const meant = compile(sql`
  select v.number from rostra_revisions v where ${isMeant} and v.number = any(${parameter('publicIds')}::int[]) and v.action = any(${parameter('actions')}::text[])`);

const states = compile(sql`
  select v.number, ${isUndone(sql`v`)} from rostra_revisions v
  where v.change = ${parameter('change')}::bigint and v.resource = ${parameter('resource')} and v.number = any(${parameter('publicIds')}::int[])`);

const childrenOf = compile(sql`
  select v.number from rostra_revisions v join rostra_records r using (resource, number)
  where v.change = ${parameter('change')}::bigint and v.resource = ${parameter('resource')}
    and case when r.state is not null then r.state ->> ${parameter('field')}::text when v.action = 'remove' then v.fields ->> ${parameter('field')}::text end
      = any(${parameter('parents')}::text[])`);

/** SQL: whether a row is of one of the records that are left as they are. */
const isKept = sql`exists (select from jsonb_to_recordset(${parameter('kept')}::jsonb) as k(resource text, "publicId" int)
  where k.resource = each.resource and k."publicId" = each.number)`;

/** SQL: how many rows a statement wrote. */
const counted = (write: Sql): Sql => sql`with written as (${write} returning 1) select count(*) from written`;

const note = compile(
  counted(sql`
  insert into rostra_undone (change, resource, number, undo)
  select each.change, each.resource, each.number, ${parameter('undo')}::bigint from rostra_revisions each
  where each.change = ${parameter('change')}::bigint and not ${isKept} and (${parameter('isWhole')}::boolean or case jsonb_typeof(${parameter('selected')}::jsonb -> each.resource)
    when 'null' then true when 'array' then ${parameter('selected')}::jsonb -> each.resource @> to_jsonb(each.number) else false end)
  on conflict do nothing`),
);

const noteRest = compile(
  counted(sql`
  insert into rostra_undone (change, resource, number, undo)
  select distinct g.change, g.resource, g.number, ${parameter('undo')}::bigint from rostra_given g where g.change = ${parameter('change')}::bigint and g.is_own
    and not exists (select from rostra_revisions v where v.change = g.change and not ${isUndone(sql`v`)})
  on conflict do nothing`),
);

const forget = compile(
  counted(sql`delete from rostra_undone each where each.change = ${parameter('change')}::bigint and not ${isKept}`),
);

const anywhere = compile(
  sql`select count(*) from (select from rostra_undone where change = ${parameter('change')}::bigint limit 1) one`,
);
