import { type Model, type Relation, relationOf } from '../../sql/model';
import { ident, parameter, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { attributesIn, type RowDraft } from './statements';

/** Replaces the links of each relation in the drafts. */
export async function writeLinks(model: Model, drafts: RowDraft[], run: Run): Promise<void> {
  for (const attribute of attributesIn(drafts, 'links')) {
    const relation = relationOf(model, attribute);
    const owners = drafts.filter(({ draft }) => draft.links[attribute]);
    const links = owners.flatMap(({ rowId, draft }) =>
      (draft.links[attribute] ?? []).map((target, index) => ({ s: rowId, t: target, o: index + 1 })),
    );
    const existing = owners.filter(({ isNew }) => !isNew).map(({ rowId }) => rowId);
    await replaceLinks(relation, existing, links, run);
  }
}

interface LinkRow {
  s: number;
  t: number;
  o: number;
}

/** Replaces the links of source rows. Links that stay keep their position in the lists of the other side. */
async function replaceLinks(
  { table, source, target, order, inverseOrder }: Relation,
  sources: number[],
  links: LinkRow[],
  run: Run,
): Promise<void> {
  const [from, to] = [ident(source), ident(target)];
  const rows = sql`jsonb_to_recordset(${parameter('links')}::jsonb) as u(s int, t int, o double precision)`;
  const parameters = { sources, links: JSON.stringify(links) };
  if (sources.length > 0)
    await runOnce(
      run,
      sql`delete from ${ident(table)} l where l.${from} = any(${parameter('sources')}::int[]) and not exists (select 1 from ${rows} where u.s = l.${from} and u.t = l.${to})`,
      parameters,
    );
  if (links.length === 0) return;
  const columns = [from, to, ...(order ? [ident(order)] : []), ...(inverseOrder ? [ident(inverseOrder)] : [])];
  const inversePosition = inverseOrder
    ? [
        sql`coalesce((select max(x.${ident(inverseOrder)}) from ${ident(table)} x where x.${to} = u.t), 0) + row_number() over (partition by u.t order by u.s)`,
      ]
    : [];
  const values = [sql`u.s`, sql`u.t`, ...(order ? [sql`u.o`] : []), ...inversePosition];
  const onConflict = order ? sql`do update set ${ident(order)} = excluded.${ident(order)}` : sql`do nothing`;
  // Checking for conflicts takes time, and new rows have links only if the other side writes the relation as well.
  const canConflict = sources.length > 0 || inverseOrder !== undefined;
  const conflict = canConflict ? sql` on conflict (${from}, ${to}) ${onConflict}` : sql``;
  await runOnce(
    run,
    sql`insert into ${ident(table)} (${sql.join(columns)}) select ${sql.join(values)} from ${rows} order by u.s, u.o${conflict}`,
    parameters,
  );
}
