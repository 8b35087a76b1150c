import { isEqual, type JsonObject } from '../../../../../../common/json';
import { groupBy } from '../../../../../../common/maps';
import type { RowIdOf } from '../../fields/field';
import { attributeOf } from '../../fields/field';
import type { Resource } from '../../resource/resource';
import { type Model, modelOf, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { RowDraft } from './statements';

/** What a list of links loses, and what it gains, each between two that stay; null at an end. */
export interface ListChange {
  lost: number[];
  gained: { target: number; previous: number | null; next: number | null }[];
}

/**
 * What becomes of a list, if the links that stay keep their order and no two new ones stand side by side; undefined otherwise, and if most of
 * it changes: it is written as a whole then.
 */
export function listChangeOf(former: number[], wanted: number[]): ListChange | undefined {
  const [before, after] = [new Set(former), new Set(wanted)];
  if (before.size < former.length || after.size < wanted.length) return undefined;
  const lost = former.filter((each) => !after.has(each));
  const gained = wanted.flatMap((target, index) =>
    before.has(target) ? [] : [{ target, previous: wanted[index - 1] ?? null, next: wanted[index + 1] ?? null }],
  );
  if (2 * (lost.length + gained.length) > former.length) return undefined;
  const isPlaced = gained.every(({ previous, next }) =>
    [previous, next].every((each) => each === null || before.has(each)),
  );
  const isInOrder = isEqual(
    former.filter((each) => after.has(each)),
    wanted.filter((each) => before.has(each)),
  );
  return isPlaced && isInOrder ? { lost, gained } : undefined;
}

/** Those of the changed fields of a record whose lists lose or gain a few links, by their attributes, with Strapi's row ids. */
export function listChangesOf(
  { fields, uid }: Resource,
  { stored, record, names }: { stored: JsonObject; record: JsonObject; names: string[] },
  rowOf: RowIdOf,
): Record<string, ListChange> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      const attribute = field && attributeOf(name, field);
      if (field?.kind !== 'refs' || attribute === undefined || relationOf(modelOf(uid), attribute).inverseOrder)
        return [];
      const [former, wanted] = [stored[name], record[name]].map((list) => (list ?? []) as number[]);
      const change = listChangeOf(former ?? [], wanted ?? []);
      if (!change) return [];
      const [{ kind = '' } = {}] = field.references?.([0], name, record) ?? [];
      const row = (publicId: number) => rowOf(kind, publicId);
      const rowOrNull = (publicId: number | null) => (publicId === null ? null : row(publicId));
      const gained = change.gained.map(({ target, previous, next }) => ({
        ...{ target: row(target), previous: rowOrNull(previous), next: rowOrNull(next) },
      }));
      return [[attribute, { lost: change.lost.map(row), gained }] as const];
    }),
  );
}

/**
 * Writes lists that lose or gain a few links, without touching the others. Returns the drafts without what is written. A list whose places
 * leave no room for a new link stays among them, to be written as a whole.
 */
export async function writeListChanges(model: Model, drafts: RowDraft[], run: Run): Promise<RowDraft[]> {
  const changes = drafts.flatMap(({ rowId, lists = {} }) =>
    Object.entries(lists).map(([attribute, change]) => ({ attribute, rowId, ...change })),
  );
  const written = new Map<number, Set<string>>();
  for (const [attribute, some] of groupBy(changes, (each) => each.attribute)) {
    const relation = relationOf(model, attribute);
    const crowded = new Set<number>();
    const lost = some.flatMap(({ rowId: s, lost }) => lost.map((t) => ({ s, t })));
    if (lost.length > 0)
      await run(unnamed(prepared(model, `lose ${attribute}`, () => loss(relation))), { links: JSON.stringify(lost) });
    const gained = some.flatMap(({ rowId: s, gained }) =>
      gained.map(({ target: t, previous: p, next: n }) => ({ s, t, p, n })),
    );
    if (gained.length > 0) {
      const statement = unnamed(prepared(model, `gain ${attribute}`, () => gain(relation)));
      for (const [rowId] of await run(statement, { links: JSON.stringify(gained) })) crowded.add(rowId as number);
    }
    for (const { rowId } of some)
      if (!crowded.has(rowId)) written.set(rowId, (written.get(rowId) ?? new Set()).add(attribute));
  }
  return drafts.map((each) => {
    const done = written.get(each.rowId);
    if (!done) return each;
    const links = Object.fromEntries(Object.entries(each.draft.links).filter(([attribute]) => !done.has(attribute)));
    return { ...each, draft: { ...each.draft, links } };
  });
}

/** Without a name: the tables grow, so plans that PostgreSQL keeps would become wrong. */
const unnamed = <T extends { name: string }>(statement: T): T => ({ ...statement, name: '' });

function loss({ table, source, target }: Relation): Sql {
  return sql`delete from ${ident(table)} l using jsonb_to_recordset(${parameter('links')}::jsonb) as g(s int, t int) where l.${ident(source)} = g.s and l.${ident(target)} = g.t`;
}

/** SQL: inserts links between others, with places between theirs; returns the rows whose places leave no room. */
function gain({ table, source, target, order }: Relation): Sql {
  const [from, to] = [ident(source), ident(target)];
  const rows = sql`jsonb_to_recordset(${parameter('links')}::jsonb) as g(s int, t int, p int, n int)`;
  if (!order)
    return sql`insert into ${ident(table)} (${from}, ${to}) select g.s, g.t from ${rows} on conflict (${from}, ${to}) do nothing`;
  const place = ident(order);
  const neighbour = (alias: string, of: string) =>
    sql`left join ${ident(table)} ${ident(alias)} on ${ident(alias, source)} = g.s and ${ident(alias, target)} = ${ident('g', of)}`;
  return sql`with placed as materialized (
    select g.s, g.t, g.p, g.n, p.${place} as po, n.${place} as no,
      case when g.p is null and g.n is null then 1 when g.p is null then n.${place} / 2 when g.n is null then p.${place} + 1 else (p.${place} + n.${place}) / 2 end as o
    from ${rows} ${neighbour('p', 'p')} ${neighbour('n', 'n')}),
  crowded as (select distinct s from placed where o is null or o <= 0 or o <= po or o >= no),
  added as (
    insert into ${ident(table)} (${from}, ${to}, ${place}) select s, t, o from placed where s not in (select s from crowded) order by s, o
    on conflict (${from}, ${to}) do update set ${place} = excluded.${place})
  select s from crowded`;
}
