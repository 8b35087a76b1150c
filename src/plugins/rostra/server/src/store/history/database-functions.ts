import { ident, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';
import { type DatabaseFunction, PREFIXES } from './tracked';

/** Of functions with statements: their plans are kept, and a change of thousands of records takes memory (64 MB) instead of temporary files. */
const SETTINGS = ['plan_cache_mode=force_generic_plan', 'work_mem=65536'];

/**
 * Creates or replaces the functions that differ from their declarations; returns their names. Triggers run as the owner of
 * the database and find its tables wherever the writer's `search_path` leads: every role that may write a record can also
 * have the change recorded, and nobody can put another table in the place of ours.
 */
export async function ensureFunctions(declared: DatabaseFunction[], run: Run): Promise<Set<string>> {
  const [[schema] = []] = await runOnce(run, sql`select quote_ident(current_schema())`);
  const safety = `security definer set search_path = ${schema}, pg_temp`;
  const present = new Map(
    (await functionsOfHistory(run)).map(({ name, body, attributes }) => [name, `${body}${attributes}`]),
  );
  const changed = declared.filter(({ name, body, ...each }) => {
    const settings = each.language === 'plpgsql' ? SETTINGS : [];
    const attributes = isTrigger(each) ? ['definer', `search_path=${schema}, pg_temp`, ...settings] : settings;
    return present.get(name) !== `${body}${attributes.join(';')}`;
  });
  for (const each of changed) {
    const plan = each.language === 'plpgsql' ? SETTINGS.map((setting) => `set ${setting}`).join(' ') : '';
    await runOnce(
      run,
      sql`create or replace function ${ident(each.name)}${sql.raw(each.signature)} language ${sql.raw(each.language)}
        ${sql.raw(isTrigger(each) ? safety : '')} ${sql.raw(plan)} as ${sql.lit(each.body)}`,
    );
  }
  return new Set(changed.map(({ name }) => name));
}

/** Drops the functions of former declarations, which nothing calls. */
export async function dropFormerFunctions(declared: DatabaseFunction[], run: Run): Promise<void> {
  const names = new Set(declared.map(({ name }) => name));
  for (const { name, signature } of await functionsOfHistory(run))
    if (!names.has(name)) await runOnce(run, sql`drop function ${sql.raw(signature)}`);
}

const isTrigger = ({ signature }: Pick<DatabaseFunction, 'signature'>): boolean =>
  signature.endsWith(' returns trigger');

async function functionsOfHistory(run: Run) {
  const rows = await runOnce(
    run,
    sql`select proname::text, prosrc, oid::regprocedure::text,
        array_to_string(case when prosecdef then '{definer}'::text[] else '{}' end || coalesce(proconfig, '{}'), ';')
      from pg_proc where pronamespace = current_schema()::regnamespace
      and (${sql.join(
        PREFIXES.map((prefix) => sql`starts_with(proname, ${sql.lit(prefix)})`),
        sql` or `,
      )})`,
  );
  return (rows as [string, string, string, string][]).map(([name, body, signature, attributes]) => ({
    name,
    body,
    signature,
    attributes,
  }));
}
