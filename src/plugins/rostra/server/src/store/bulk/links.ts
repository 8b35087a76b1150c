import { type Model, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { attributesIn, type RowDraft } from './statements';

/** Replaces the links of each relation in the drafts by exactly those given. */
export async function writeLinks(of: Model, drafts: RowDraft[], run: Run): Promise<void> {
  for (const attribute of attributesIn(drafts, 'links')) {
    const relation = relationOf(of, attribute);
    const concerned = drafts.filter(({ draft }) => draft.links[attribute]);
    const links = concerned.flatMap(({ row, draft }) =>
      (draft.links[attribute] ?? []).map((target, index) => ({ s: row, t: target, o: index + 1 })),
    );
    const replaced = concerned.filter(({ isNew }) => !isNew).map(({ row }) => row);
    await replaceLinks(relation, replaced, links, run);
  }
}

interface Link {
  s: number;
  t: number;
  o: number;
}

/** Replaces the links of source rows. Links that stay keep their position in the lists of the other side. */
async function replaceLinks(
  { table, source, target, order, inverseOrder }: Relation,
  sources: number[],
  links: Link[],
  run: Run,
): Promise<void> {
  const [from, to] = [ident(source), ident(target)];
  const given = sql`jsonb_to_recordset(${parameter('links')}::jsonb) as u(s int, t int, o double precision)`;
  const parameters = { sources, links: JSON.stringify(links) };
  if (sources.length > 0)
    await runOnce(
      run,
      sql`delete from ${ident(table)} l where l.${from} = any(${parameter('sources')}::int[]) and not exists (select 1 from ${given} where u.s = l.${from} and u.t = l.${to})`,
      parameters,
    );
  if (links.length === 0) return;
  const columns = [from, to, ...(order ? [ident(order)] : []), ...(inverseOrder ? [ident(inverseOrder)] : [])];
  const behind = inverseOrder
    ? [
        sql`coalesce((select max(x.${ident(inverseOrder)}) from ${ident(table)} x where x.${to} = u.t), 0) + row_number() over (partition by u.t order by u.s)`,
      ]
    : [];
  const values = [sql`u.s`, sql`u.t`, ...(order ? [sql`u.o`] : []), ...behind];
  const kept = order ? sql`do update set ${ident(order)} = excluded.${ident(order)}` : sql`do nothing`;
  // New rows have links already only if the other side writes the relation, too: checking for conflicts takes time.
  const canBeThere = sources.length > 0 || inverseOrder !== undefined;
  const conflict = canBeThere ? sql` on conflict (${from}, ${to}) ${kept}` : sql``;
  await runOnce(
    run,
    sql`insert into ${ident(table)} (${sql.join(columns)}) select ${sql.join(values)} from ${given} order by u.s, u.o${conflict}`,
    parameters,
  );
}
