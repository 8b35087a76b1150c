import { createHash } from 'node:crypto';
import { build } from '../../../../../runtime/build';
import { sql } from '../sql/sql';
import { type Run, runOnce, transaction } from './database';
import { withStartLock } from './prepare';

/*
 * Remembers in the database what need not be proven or aligned again. A step of a start is settled when an earlier start took it with the
 * same code, PostgreSQL and state of the database, and the state was the same afterwards (decision 19).
 */

/** What the database holds at the beginning of this start. */
interface Start {
  state: string;
  settled: Map<string, string>;
}

let start: Promise<Start> | undefined;

/** The steps that this start asked for, with their digests. */
const asked = new Map<string, string>();

/**
 * Whether a start may omit a step. Call it once Strapi's tables exist.
 * @param facts what the step depends on besides the code and the database, in any order
 */
export async function isSettled(step: string, facts: string[] = []): Promise<boolean> {
  if (!build) return false;
  start ??= transaction(async (run) => ({ state: await stateOf(run), settled: await settledSteps(run) }));
  const { state, settled } = await start;
  const digest = createHash('sha256')
    .update([build, state, ...[...facts].sort()].join('\n'))
    .digest('hex');
  asked.set(step, digest);
  return settled.get(step) === digest;
}

/** Notes the steps of this start as settled, if it changed nothing that they read or write. Call it when all are taken. */
export async function noteSettled(): Promise<void> {
  if (!start) return;
  const { state, settled } = await start;
  const fresh = [...asked].filter(([step, digest]) => settled.get(step) !== digest);
  if (fresh.length === 0) return;
  await withStartLock(async (run) => {
    await runOnce(run, sql`create table if not exists rostra_settled (step text primary key, digest text not null)`);
    if ((await stateOf(run)) !== state) return;
    for (const [step, digest] of fresh)
      await runOnce(
        run,
        sql`insert into rostra_settled values (${step}, ${digest}) on conflict (step) do update set digest = excluded.digest`,
      );
  });
}

async function settledSteps(run: Run): Promise<Map<string, string>> {
  const [[isThere] = []] = await runOnce(run, sql`select to_regclass('rostra_settled') is not null`);
  if (!isThere) return new Map();
  return new Map((await runOnce(run, sql`select step, digest from rostra_settled`)) as [string, string][]);
}

/**
 * PostgreSQL's version, the tables (without ours that are created later), columns, indexes, triggers and functions of our schema, and the rows that Strapi aligns at a start.
 */
export async function stateOf(run: Run): Promise<string> {
  const [row = []] = await runOnce(run, STATE);
  return row.join(' ');
}

const digest = (rows: ReturnType<typeof sql>) =>
  sql`(select md5(string_agg(md5(r::text), '' order by md5(r::text))) from (${rows}) r)`;

const SCHEMA = sql`current_schema()::regnamespace`;

const STATE = sql`select version(),
  ${digest(sql`select relname, relkind, attname, atttypid, atttypmod, attnotnull from pg_class c join pg_attribute on attrelid = c.oid
    where relnamespace = ${SCHEMA} and attnum > 0 and not attisdropped and relname !~ '^rostra_(settled|rate_limits)'`)},
  ${digest(sql`select relname, tgname, tgenabled, tgfoid::regproc from pg_trigger join pg_class c on c.oid = tgrelid where relnamespace = ${SCHEMA} and not tgisinternal`)},
  ${digest(sql`select oid::regprocedure, prorettype, prosrc from pg_proc where pronamespace = ${SCHEMA}`)},
  ${digest(sql`select key, value from strapi_core_store_settings where key like 'plugin\\_content\\_manager\\_configuration%' or key like 'plugin\\_rostra\\_granted%'`)},
  ${digest(sql`select id, action, action_parameters, subject, properties, conditions from admin_permissions`)},
  ${digest(sql`select permission_id, role_id from admin_permissions_role_lnk`)},
  ${digest(sql`select permission_id, api_token_id from admin_permissions_api_token_lnk`)},
  ${digest(sql`select id, code from admin_roles`)},
  ${digest(sql`select id, code from i18n_locale`)}`;
