import { type Model, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, prepared, type Sql, sql } from '../../sql/sql';
import type { Call } from '../database';
import { attributesIn, type RowDraft } from './statements';

/** Replaces the links of each relation in the drafts. Links that stay keep their position in the lists of the other side. */
export function linkCalls(model: Model, drafts: RowDraft[]): Call[] {
  return attributesIn(drafts, 'links').flatMap((attribute) => {
    const relation = relationOf(model, attribute);
    const owners = drafts.filter(({ draft }) => draft.links[attribute]);
    const links = owners.flatMap(({ rowId, draft }) =>
      (draft.links[attribute] ?? []).map((target, index) => ({ s: rowId, t: target, o: index + 1 })),
    );
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

const rows = sql`jsonb_to_recordset(${parameter('links')}::jsonb) as u(s int, t int, o double precision)`;

/**
 * Deletes the links of source rows that are not among the new ones. The new ones are hashed once: `not exists` would be a loop over them
 * for every link.
 */
function omission({ table, source, target }: Relation): Sql {
  const [from, to] = [ident(source), ident(target)];
  return sql`delete from ${ident(table)} l where l.${from} = any(${parameter('sources')}::int[]) and (l.${to} is null or (l.${from}, l.${to}) not in (select u.s, u.t from ${rows}))`;
}

/**
 * Writes links. Of the links of source rows, those that stay are locked, so that whoever deletes them at the same time is waited for; those
 * that move get their new position; the rest is inserted. Only the rest: an insert takes a number of the table's sequence for every row,
 * whether it conflicts or not, and lists have hundreds of links of which one differs.
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
  const isNew = hasSources ? sql` where not exists (select from kept k where k.s = u.s and k.t = u.t)` : sql``;
  return sql`${hasSources ? keeping(relation) : sql``}insert into ${ident(table)} (${sql.join(columns)}) select ${sql.join(values)} from ${rows}${isNew} order by u.s, u.o${conflict}`;
}

/** `kept`: the wanted links that are there. */
function keeping({ table, source, target, order }: Relation): Sql {
  const [from, to] = [sql`l.${ident(source)}`, sql`l.${ident(target)}`];
  const kept = sql`kept as materialized (select ${from} as s, ${to} as t from ${ident(table)} l join ${rows} on ${from} = u.s and ${to} = u.t where ${from} = any(${parameter('sources')}::int[]) order by l.id for no key update of l)`;
  if (!order) return sql`with ${kept} `;
  return sql`with ${kept}, moved as (update ${ident(table)} l set ${ident(order)} = u.o from ${rows} where ${from} = any(${parameter('sources')}::int[]) and ${from} = u.s and ${to} = u.t and l.${ident(order)} is distinct from u.o) `;
}
