import { createHash } from 'node:crypto';
import { build } from '../../../../../runtime/build';
import { literal, sql } from '../sql/sql';
import { type Run, runOnce, transaction } from './database';
import { withStartLock } from './prepare';

/*
 * Remembers in the database what need not be proven or aligned again. A step of a start is settled when an earlier start took it with the
 * same code, PostgreSQL and state of the database, and the state was the same afterwards (decision 19).
 */

/** Rows that a step reads or writes: Strapi's stored configurations, or the permissions of the panel and the API. */
export type AlignedRows = 'configurations' | 'permissions';

/** A hash of the schema, on which every step depends, and of the rows that some do. */
export type State = Record<'schema' | AlignedRows, string>;

/** What a step depends on besides the code and the schema. */
interface Dependencies {
  rows?: AlignedRows;
  /** In any order. */
  facts?: string[];
}

/** What the database holds at the beginning of this start. */
interface Start {
  state: State;
  settled: Map<string, string>;
}

let start: Promise<Start> | undefined;

/** The steps that this start asked for. */
const asked = new Map<string, { digest: string; rows: AlignedRows | undefined }>();

/** Whether a start may omit a step. Call it once Strapi's tables exist. */
export async function isSettled(step: string, { rows, facts = [] }: Dependencies = {}): Promise<boolean> {
  if (!build) return false;
  start ??= transaction(async (run) => ({ state: await stateOf(run), settled: await settledSteps(run) }));
  const { state, settled } = await start;
  const digest = createHash('sha256')
    .update([build, partsOf(state, rows), ...[...facts].sort()].join('\n'))
    .digest('hex');
  asked.set(step, { digest, rows });
  return settled.get(step) === digest;
}

/** Notes the steps of this start as settled, if it changed nothing that they read or write. Call it when all are taken. */
export async function noteSettled(): Promise<void> {
  if (!start) return;
  const { state, settled } = await start;
  const fresh = [...asked].filter(([step, { digest }]) => settled.get(step) !== digest);
  if (fresh.length === 0) return;
  await withStartLock(async (run) => {
    await runOnce(run, sql`create table if not exists rostra_settled (step text primary key, digest text not null)`);
    const after = await stateOf(run);
    for (const [step, { digest, rows }] of fresh)
      if (partsOf(after, rows) === partsOf(state, rows))
        await runOnce(
          run,
          sql`insert into rostra_settled values (${step}, ${digest}) on conflict (step) do update set digest = excluded.digest`,
        );
  });
}

const partsOf = (state: State, rows: AlignedRows | undefined): string =>
  rows ? `${state.schema} ${state[rows]}` : state.schema;

async function settledSteps(run: Run): Promise<Map<string, string>> {
  const [[isThere] = []] = await runOnce(run, sql`select to_regclass('rostra_settled') is not null`);
  if (!isThere) return new Map();
  return new Map((await runOnce(run, sql`select step, digest from rostra_settled`)) as [string, string][]);
}

/**
 * The schema is PostgreSQL's version, the tables (without ours that are created later), columns, indexes, triggers and functions; the rows are those
 * that Strapi and we align at a start.
 */
export async function stateOf(run: Run): Promise<State> {
  const [[schema, configurations, permissions] = []] = (await runOnce(run, STATE)) as string[][];
  return { schema: String(schema), configurations: String(configurations), permissions: String(permissions) };
}

const digest = (rows: ReturnType<typeof sql>) =>
  sql`(select md5(string_agg(md5(r::text), '' order by md5(r::text))) from (${rows}) r)`;

const SCHEMA = sql`current_schema()::regnamespace`;

const settingsLike = (pattern: string) =>
  digest(sql`select key, value from strapi_core_store_settings where key like ${literal(pattern)}`);

const STATE = sql`select
  concat_ws(' ', version(),
    ${digest(sql`select relname, relkind, attname, atttypid, atttypmod, attnotnull from pg_class c join pg_attribute on attrelid = c.oid
      where relnamespace = ${SCHEMA} and attnum > 0 and not attisdropped and relname !~ '^rostra_(settled|rate_limits)'`)},
    ${digest(sql`select relname, tgname, tgenabled, tgfoid::regproc from pg_trigger join pg_class c on c.oid = tgrelid where relnamespace = ${SCHEMA} and not tgisinternal`)},
    ${digest(sql`select oid::regprocedure, prorettype, prosrc from pg_proc where pronamespace = ${SCHEMA}`)}),
  ${settingsLike('plugin\\_content\\_manager\\_configuration%')},
  concat_ws(' ',
    ${settingsLike('plugin\\_rostra\\_granted%')},
    ${digest(sql`select id, action, action_parameters, subject, properties, conditions from admin_permissions`)},
    ${digest(sql`select permission_id, role_id from admin_permissions_role_lnk`)},
    ${digest(sql`select permission_id, api_token_id from admin_permissions_api_token_lnk`)},
    ${digest(sql`select id, code from admin_roles`)},
    ${digest(sql`select id, code from i18n_locale`)})`;
