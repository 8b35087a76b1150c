import { isEqual, type JsonObject } from '../../../../../../common/json';
import { entryOf, groupBy } from '../../../../../../common/maps';
import type { RowIdOf } from '../../fields/field';
import { attributeOf } from '../../fields/field';
import type { Resource } from '../../resource/resource';
import { type Model, modelOf, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Run } from '../database';
import type { RowDraft } from './statements';

/** A link that a list gains, between two that stay; null at an end. */
export interface Gain {
  target: number;
  previous: number | null;
  next: number | null;
}

/**
 * The links that a list gains, if it loses none, the others keep their order, and no two new ones stand side by side; undefined otherwise, and
 * if it grows by half or more: it is written as a whole then.
 */
export function gainsOf(former: number[], wanted: number[]): Gain[] | undefined {
  const before = new Set(former);
  const isKept = isEqual(
    former,
    wanted.filter((each) => before.has(each)),
  );
  const gained = wanted.flatMap((target, index) =>
    before.has(target) ? [] : [{ target, previous: wanted[index - 1] ?? null, next: wanted[index + 1] ?? null }],
  );
  const isPlaced = gained.every(({ previous, next }) =>
    [previous, next].every((each) => each === null || before.has(each)),
  );
  return isKept && isPlaced && 2 * gained.length < former.length ? gained : undefined;
}

/** What lists among the changed fields of a record gain, by their attributes, with Strapi's row ids; without those to be written as a whole. */
export function listGains(
  { fields, uid }: Resource,
  { stored, record, names }: { stored: JsonObject; record: JsonObject; names: string[] },
  rowOf: RowIdOf,
): Record<string, Gain[]> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = fields[name];
      const attribute = field && attributeOf(name, field);
      if (field?.kind !== 'refs' || attribute === undefined) return [];
      // The other side has places of its own.
      if (relationOf(modelOf(uid), attribute).inverseOrder) return [];
      const [former, wanted] = [stored[name], record[name]].map((list) => (list ?? []) as number[]);
      const gained = gainsOf(former ?? [], wanted ?? []);
      if (!gained) return [];
      const [{ kind = '' } = {}] = field.references?.([0], name, record) ?? [];
      const row = (publicId: number | null) => (publicId === null ? null : rowOf(kind, publicId));
      const rows = gained.map(({ target, previous, next }) => ({
        ...{ target: rowOf(kind, target), previous: row(previous), next: row(next) },
      }));
      return [[attribute, rows] as const];
    }),
  );
}

/**
 * Writes what lists gain, without touching their other links. Returns the drafts without what is written. A list whose places leave no room
 * for a new link stays among them, to be written as a whole.
 */
export async function writeGains(model: Model, drafts: RowDraft[], run: Run): Promise<RowDraft[]> {
  const gains = drafts.flatMap(({ rowId, gains = {} }) =>
    Object.entries(gains).map(([attribute, gained]) => ({ attribute, rowId, gained })),
  );
  const written = new Map<number, Set<string>>();
  for (const [attribute, some] of groupBy(gains, (each) => each.attribute)) {
    const links = some.flatMap(({ rowId: s, gained }) =>
      gained.map(({ target: t, previous: p, next: n }) => ({ s, t, p, n })),
    );
    const statement = prepared(model, `gain ${attribute}`, () => gain(relationOf(model, attribute)));
    // Without a name: the tables grow, so plans that PostgreSQL keeps would become wrong.
    const rows = await run({ ...statement, name: '' }, { links: JSON.stringify(links) });
    const crowded = new Set(rows.map(([rowId]) => rowId));
    for (const { rowId } of some)
      if (!crowded.has(rowId)) entryOf(written, rowId, () => new Set<string>()).add(attribute);
  }
  return drafts.map((each) => {
    const done = written.get(each.rowId);
    if (!done) return each;
    const links = Object.fromEntries(Object.entries(each.draft.links).filter(([attribute]) => !done.has(attribute)));
    return { ...each, draft: { ...each.draft, links } };
  });
}

/** SQL: inserts links between others, with places between theirs; returns the rows whose places leave no room. Strapi needs half a place between two. */
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
  crowded as (select distinct s from placed where o is null or o - coalesce(po, 0) < 0.5 or no - o < 0.5),
  added as (
    insert into ${ident(table)} (${from}, ${to}, ${place}) select s, t, o from placed where s not in (select s from crowded) order by s, o
    on conflict (${from}, ${to}) do update set ${place} = excluded.${place})
  select s from crowded`;
}
