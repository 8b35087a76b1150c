import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { id, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import type { Present } from './present';
import { shorten } from './title-parts';
import { keepersOf, PREFIX } from './title-triggers';

/**
 * Makes what keeps the stored titles of records, by which the panel knows them; the titles are written once, when that is
 * made first or when its form has changed. Can be run at every start.
 */
export async function ensureTitles(resources: Resource[], present: Present, run: Run): Promise<void> {
  const keepers = resources.flatMap(({ uid, title }) => (title ? [keepersOf(model(uid), title)] : []));
  const wanted = new Set(keepers.flatMap(({ triggers }) => [...triggers.keys()]));
  for (const name of present) {
    if (name.includes(`.${PREFIX}`) && !wanted.has(name)) await dropTrigger(name, run);
  }
  const missing = keepers.filter(({ triggers }) => [...triggers.keys()].some((name) => !present.has(name)));
  if (missing.length === 0) return;
  await runOnce(run, shorten);
  for (const { functions, triggers } of missing) {
    for (const statement of functions) await runOnce(run, statement);
    for (const [name, statement] of triggers) if (!present.has(name)) await runOnce(run, statement);
  }
  // A title may be part of another's, which follows: all triggers are there.
  for (const { fill } of missing) await runOnce(run, fill);
}

async function dropTrigger(name: string, run: Run): Promise<void> {
  const [table = '', trigger = ''] = name.split('.');
  await runOnce(run, sql`drop trigger ${id(trigger)} on ${id(table)}`);
}
