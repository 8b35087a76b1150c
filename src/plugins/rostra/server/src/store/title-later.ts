import { ident, literal, parameter, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import { PUT_OFF, retitleFunction } from './title-functions';

/**
 * Puts off, until `writeTitles`, the titles that change with links and with the records behind them: a transaction that
 * lasts would keep editors from what it links for all the time. Titles are never wrong once it is committed.
 */
export const putOffTitles = (run: Run): Promise<unknown> =>
  runOnce(
    run,
    sql`create temporary table ${ident(PUT_OFF)} (titled text not null, record int not null, behind text, target int) on commit drop`,
  );

/** Writes the titles that were put off; the last thing that a transaction does. */
export async function writeTitles(run: Run): Promise<void> {
  const behind = await runOnce(
    run,
    sql`select distinct behind from ${ident(PUT_OFF)} where target is not null order by 1`,
  );
  // As the trigger of a link does: whoever is renaming one of them is waited for, whoever is about to waits.
  for (const [table] of behind as [string][])
    await runOnce(
      run,
      sql`select 1 from ${ident(table)} where id in (select target from ${ident(PUT_OFF)} where behind = ${literal(table)}) order by id for share`,
    );
  const titled = await runOnce(
    run,
    sql`select titled, array_agg(distinct record) from ${ident(PUT_OFF)} group by 1 order by 1`,
  );
  // From here on triggers write at once: a title may be part of another's.
  await runOnce(run, sql`drop table ${ident(PUT_OFF)}`);
  for (const [table, records] of titled as [string, number[]][])
    await runOnce(run, sql`select ${ident(retitleFunction(table))}(${parameter('records')}::int[])`, { records });
}
