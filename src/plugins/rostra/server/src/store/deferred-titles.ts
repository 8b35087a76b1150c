import { ident, literal, parameter, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import { DEFERRED, updateFunction } from './title-functions';

/**
 * Defers the update of titles that depend on links and related records until `writeDeferredTitles`: a long transaction would
 * otherwise lock the linked records for its whole duration. Titles are correct at the commit.
 */
export const deferTitles = (run: Run): Promise<unknown> =>
  runOnce(
    run,
    sql`create temporary table ${ident(DEFERRED)} (titled text not null, record int not null, behind text, target int) on commit drop`,
  );

/** Writes the deferred titles. Must be the last step of the transaction. */
export async function writeDeferredTitles(run: Run): Promise<void> {
  const behind = await runOnce(
    run,
    sql`select distinct behind from ${ident(DEFERRED)} where target is not null order by 1`,
  );
  // Locks like the trigger of links: waits for concurrent renames of linked records, and blocks later ones.
  for (const [table] of behind as [string][])
    await runOnce(
      run,
      sql`select 1 from ${ident(table)} where id in (select target from ${ident(DEFERRED)} where behind = ${literal(table)}) order by id for share`,
    );
  const titled = await runOnce(
    run,
    sql`select titled, array_agg(distinct record) from ${ident(DEFERRED)} group by 1 order by 1`,
  );
  // From here on triggers update titles immediately: a title may be part of another one.
  await runOnce(run, sql`drop table ${ident(DEFERRED)}`);
  for (const [table, records] of titled as [string, number[]][])
    await runOnce(run, sql`select ${ident(updateFunction(table))}(${parameter('records')}::int[])`, { records });
}
