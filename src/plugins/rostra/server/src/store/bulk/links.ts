import { type Model, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Call } from '../database';
import { attributesIn, type RowDraft } from './statements';

/** Replaces the links of each relation in the drafts. Links that stay keep their position in the lists of the other side. */
export function linkCalls(model: Model, drafts: RowDraft[]): Call[] {
  return attributesIn(drafts, 'links').flatMap((attribute) => {
    const relation = relationOf(model, attribute);
    const owners = drafts.filter(({ draft }) => draft.links[attribute]);
    const links = owners.flatMap(({ rowId, draft }) => {
      const targets = draft.links[attribute] ?? [];
      return targets.length > 0 ? [{ s: rowId, t: targets }] : [];
    });
    const sources = owners.filter(({ isNew }) => !isNew).map(({ rowId }) => rowId);
    const parameters = { sources, links: JSON.stringify(links) };
    const hasSources = sources.length > 0;
    const calls: Call[] = [];
    if (hasSources)
      calls.push({ statement: prepared(model, `omit ${attribute}`, () => omission(relation)), parameters });
    if (links.length > 0) {
      // Checking for conflicts takes time, and new rows have links only if the other side writes the relation as well.
      const canConflict = hasSources || relation.inverseOrder !== undefined;
      const key = `links ${attribute} ${hasSources} ${canConflict}`;
      const statement = prepared(model, key, () => insertion(relation, { hasSources, canConflict }));
      calls.push({ statement, parameters });
    }
    return calls;
  });
}

/** SQL: the wanted links, each with its place in the list. */
const rows = sql`(select w.s, x.t, x.o::double precision as o from jsonb_to_recordset(${parameter('links')}::jsonb) as w(s int, t int[]), unnest(w.t) with ordinality as x(t, o)) as u`;

/**
 * Deletes the links of source rows that are not among the new ones. The new ones are hashed once: `not exists` would be a loop over them
 * for every link.
 */
function omission({ table, source, target }: Relation): Sql {
  const [from, to] = [ident(source), ident(target)];
  return sql`delete from ${ident(table)} l where l.${from} = any(${parameter('sources')}::int[]) and (l.${to} is null or (l.${from}, l.${to}) not in (select u.s, u.t from ${rows}))`;
}

/**
 * Writes links: those that are there and move get their new position, those that are not are inserted. Only those: an insert takes a number of
 * the table's sequence for every row, whether it conflicts or not, and lists have hundreds of links of which one differs.
 */
function insertion(
  relation: Relation,
  { hasSources, canConflict }: { hasSources: boolean; canConflict: boolean },
): Sql {
  const { table, source, target, order, inverseOrder } = relation;
  const [from, to] = [ident(source), ident(target)];
  const columns = [from, to, ...(order ? [ident(order)] : []), ...(inverseOrder ? [ident(inverseOrder)] : [])];
  const inversePosition = inverseOrder
    ? [
        sql`coalesce((select max(x.${ident(inverseOrder)}) from ${ident(table)} x where x.${to} = u.t), 0) + row_number() over (partition by u.t order by u.s)`,
      ]
    : [];
  const values = [sql`u.s`, sql`u.t`, ...(order ? [sql`u.o`] : []), ...inversePosition];
  const onConflict = order ? sql`do update set ${ident(order)} = excluded.${ident(order)}` : sql`do nothing`;
  const conflict = canConflict ? sql` on conflict (${from}, ${to}) ${onConflict}` : sql``;
  const insert = (from: Sql, isNew: Sql) =>
    sql`insert into ${ident(table)} (${sql.join(columns)}) select ${sql.join(values)} from ${from}${isNew} order by u.s, u.o${conflict}`;
  return hasSources
    ? sql`with ${sql.join(wanted(relation))} ${insert(sql`wanted u`, sql` where u.id is null`)}`
    : insert(rows, sql``);
}

/** `wanted`: the links, with the ids of those that are there; those that move get their new position. */
function wanted({ table, source, target, order }: Relation): Sql[] {
  const place = order ? ident(order) : sql`null::double precision`;
  const stored = sql`stored as materialized (select id, ${ident(source)} as s, ${ident(target)} as t, ${place} as o from ${ident(table)} where ${ident(source)} = any(${parameter('sources')}::int[]))`;
  const joined = sql`wanted as materialized (select u.*, l.id, l.o as place from ${rows} left join stored l on l.s = u.s and l.t = u.t)`;
  const moved =
    order &&
    sql`moved as (update ${ident(table)} l set ${ident(order)} = u.o from wanted u where l.id = u.id and u.place is distinct from u.o)`;
  return [stored, joined, ...(moved ? [moved] : [])];
}
