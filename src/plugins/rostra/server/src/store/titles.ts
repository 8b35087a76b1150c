import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';
import { ident, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce } from './database';
import { TRIGGER_FUNCTION, UPDATE_FUNCTION } from './title-functions';
import { shorten } from './title-parts';
import { PREFIX, titleTriggersOf } from './title-triggers';

/**
 * Creates the triggers that maintain the records' stored titles, which the panel shows, and drops those of former
 * declarations. Rewrites all titles of a resource whose title is new or has a new form. Can run at every start.
 */
export async function ensureTitles(resources: Resource[], catalog: Catalog, run: Run): Promise<void> {
  const declared = resources.flatMap(({ uid, title }) => (title ? [titleTriggersOf(modelOf(uid), title)] : []));
  const triggers = new Set(declared.flatMap((each) => [...each.triggers.keys()]));
  for (const name of catalog) if (name.includes(`.${PREFIX}`) && !triggers.has(name)) await dropTrigger(name, run);
  await dropFunctions(new Set(declared.flatMap((each) => [...each.functions.keys()])), run);
  const missing = declared.filter((each) => [...each.triggers.keys()].some((name) => !catalog.has(name)));
  if (missing.length === 0) return;
  await runOnce(run, shorten);
  for (const each of missing) {
    for (const statement of each.functions.values()) await runOnce(run, statement);
    for (const [name, statement] of each.triggers) if (!catalog.has(name)) await runOnce(run, statement);
  }
  // A title may be part of another one, which its trigger updates: all triggers exist by now.
  for (const { fill } of missing) await runOnce(run, fill);
}

async function dropTrigger(name: string, run: Run): Promise<void> {
  const [table = '', trigger = ''] = name.split('.');
  await runOnce(run, sql`drop trigger ${ident(trigger)} on ${ident(table)}`);
}

/** Drops the functions of former declarations, which no trigger calls. */
async function dropFunctions(declared: Set<string>, run: Run): Promise<void> {
  const found = await runOnce(
    run,
    sql`select proname::text from pg_proc where pronamespace = current_schema()::regnamespace
      and (starts_with(proname, ${sql.lit(TRIGGER_FUNCTION)}) or starts_with(proname, ${sql.lit(UPDATE_FUNCTION)}))`,
  );
  for (const [name] of found as [string][])
    if (!declared.has(name)) await runOnce(run, sql`drop function ${ident(name)}`);
}
