import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import { ident, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import type { Present } from './present';
import { RETITLE, TRIGGERED } from './title-functions';
import { shorten } from './title-parts';
import { keepersOf, PREFIX } from './title-triggers';

/**
 * Makes what keeps the stored titles of records, by which the panel knows them, and drops what no declaration asks for any
 * more; the titles are written once, when that is made first or when its form has changed. Can be run at every start.
 */
export async function ensureTitles(resources: Resource[], present: Present, run: Run): Promise<void> {
  const keepers = resources.flatMap(({ uid, title }) => (title ? [keepersOf(modelOf(uid), title)] : []));
  const triggers = new Set(keepers.flatMap((each) => [...each.triggers.keys()]));
  for (const name of present) if (name.includes(`.${PREFIX}`) && !triggers.has(name)) await dropTrigger(name, run);
  await dropFunctions(new Set(keepers.flatMap((each) => [...each.functions.keys()])), run);
  const missing = keepers.filter((each) => [...each.triggers.keys()].some((name) => !present.has(name)));
  if (missing.length === 0) return;
  await runOnce(run, shorten);
  for (const each of missing) {
    for (const statement of each.functions.values()) await runOnce(run, statement);
    for (const [name, statement] of each.triggers) if (!present.has(name)) await runOnce(run, statement);
  }
  // A title may be part of another's, which follows: all triggers are there.
  for (const { fill } of missing) await runOnce(run, fill);
}

async function dropTrigger(name: string, run: Run): Promise<void> {
  const [table = '', trigger = ''] = name.split('.');
  await runOnce(run, sql`drop trigger ${ident(trigger)} on ${ident(table)}`);
}

/** Drops the functions of titles that are made no longer, or of other parts; no trigger calls them any more. */
async function dropFunctions(wanted: Set<string>, run: Run): Promise<void> {
  const found = await runOnce(
    run,
    sql`select proname::text from pg_proc where pronamespace = current_schema()::regnamespace
      and (starts_with(proname, ${sql.lit(TRIGGERED)}) or starts_with(proname, ${sql.lit(RETITLE)}))`,
  );
  for (const [name] of found as [string][])
    if (!wanted.has(name)) await runOnce(run, sql`drop function ${ident(name)}`);
}
