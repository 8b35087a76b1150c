import { Client } from 'pg';
import { expectDescribed } from './description-check';
import { exchange } from './exchange';
import type { TestContext } from './test-service';

/** The service under test. */
export const testService = JSON.parse(process.env.ROSTRA_TEST ?? '{}') as TestContext;

/** Sends the further requests of this test file to another service, as its editor. */
export function useService(url: string, authorization: string): void {
  testService.url = url;
  testService.tokens.editor = authorization.replace('Bearer ', '');
}

/** Roles that a request can be sent as. */
export type Who = 'editor' | 'citizen' | 'public' | 'admin';

export interface Options {
  as?: Who;
  /** The whole `Authorization` header, instead of `as`. */
  authorization?: string;
  headers?: Record<string, string>;
  /** Whether the path is an alias of a described one (conventions 1.5). */
  isAlias?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Tests check the shape of answers, so they access it freely.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

/** Sends a request and checks the answer against the description. Serializes a body other than text or bytes as JSON. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  { as = 'editor', authorization, headers = {}, isAlias = false }: Options = {},
): Promise<Answer> {
  const credential = authorization ?? (as === 'public' ? undefined : `Bearer ${testService.tokens[as]}`);
  const answer = await exchange(`${testService.url}${path}`, {
    method,
    headers: {
      ...(credential ? { authorization: credential } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) }),
  });
  const { status, text } = answer;
  await expectDescribed(testService.url, {
    method,
    path,
    status,
    headers: answer.headers,
    text,
    isAlias,
  });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status, headers: answer.headers, text, body: isJson && text ? JSON.parse(text) : undefined };
}

export const get = (path: string, options?: Options) => send('GET', path, undefined, options);
export const post = (path: string, body: unknown, options?: Options) => send('POST', path, body, options);
export const patch = (path: string, body: unknown, options?: Options) => send('PATCH', path, body, options);
export const del = (path: string, options?: Options) => send('DELETE', path, undefined, options);

/** Creates a record and returns it; throws with the answer if it is refused. */
export async function create(path: string, body: unknown): Promise<Answer['body']> {
  const answer = await post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Returns the faults of an answer as `path CODE`, sorted. */
export const faultsOf = ({ body }: Answer): string[] =>
  ((body?.errors ?? []) as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`).sort();

let client: Promise<Client> | undefined;

/** The latest statement; never fails. */
let latest: Promise<unknown> = Promise.resolve();

/** Runs SQL on the database of the service under test: one statement after the other, on one connection. */
export async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  client ??= connect();
  const connection = await client;
  const answer = latest.then(() => connection.query(text, values));
  latest = answer.catch(() => undefined);
  return (await answer).rows as Record<string, unknown>[];
}

afterAll(async () => {
  await (await client)?.end();
  client = undefined;
});

/**
 * Statements that PostgreSQL receives from the service, including transaction control; look-ups of versions are counted
 * separately. Excludes the compaction of versions, the monitoring of the backup archive, and what the database itself runs at
 * each commit to record its changes.
 */
export interface Traffic {
  statements: number;
  lookUps: number;
}

/** Runs of `work` that `traffic` allows. */
const RUNS = 3;

/**
 * Counts the statements that PostgreSQL receives from the service while `work` runs. The service also works in the
 * background (integrity report, metrics of Strapi's media library, expiry of credentials), so while there are more than
 * `atMost` statements, `traffic` runs `prepare` and `work` again, up to three times in all. Without `prepare`, later runs find
 * what earlier ones cached: use `atMost` only where a repetition costs the same.
 */
export async function traffic(
  work: () => Promise<unknown>,
  { atMost = Number.POSITIVE_INFINITY, prepare }: { atMost?: number; prepare?: () => Promise<unknown> } = {},
): Promise<Traffic> {
  for (let run = 1; ; run += 1) {
    await prepare?.();
    // Reading the statements of a whole run would cost more than the test.
    await sql('select pg_stat_statements_reset()');
    await work();
    const counted = await calls();
    if (counted.statements <= atMost || run === RUNS) return counted;
  }
}

/**
 * Counts the statements that `work` causes: of each one the smallest number of several runs, each after `prepare`. The first run may
 * have to load a credential, and the service also works in the background: on a slow machine something of that falls into
 * every run, but not the same. A statement on a temporary table has another identifier in each run, but the same text.
 */
export async function statements(work: () => Promise<unknown>, prepare?: () => Promise<unknown>): Promise<number> {
  const runs: Calls[][] = [];
  for (let run = 0; run < COUNTED_RUNS; run += 1) {
    await prepare?.();
    await sql('select pg_stat_statements_reset()');
    await work();
    runs.push(await callsByStatement());
  }
  const same = leastOf(runs, 'id');
  const others = runs.map((run) => run.map((each) => ({ ...each, calls: each.calls - (same.get(each.id) ?? 0) })));
  return totalOf(same) + totalOf(leastOf(others, 'text'));
}

interface Calls {
  id: string;
  text: string;
  calls: number;
}

/** The smallest number of calls in any run, by identifier or by text. */
function leastOf(runs: Calls[][], key: 'id' | 'text'): Map<string, number> {
  const [first = new Map<string, number>(), ...others] = runs.map((run) => {
    const sums = new Map<string, number>();
    for (const each of run) sums.set(each[key], (sums.get(each[key]) ?? 0) + each.calls);
    return sums;
  });
  return new Map(
    [...first].map(([name, calls]) => [name, Math.min(calls, ...others.map((run) => run.get(name) ?? 0))]),
  );
}

const totalOf = (calls: ReadonlyMap<string, number>): number =>
  [...calls.values()].reduce((sum, each) => sum + each, 0);

const COUNTED_RUNS = 4;

async function calls(): Promise<Traffic> {
  const [row] = await sql(
    `select coalesce(sum(calls) filter (where not is_look_up), 0)::int as statements,
       coalesce(sum(calls) filter (where is_look_up), 0)::int as "lookUps"
     from (${COUNTED})`,
  );
  return row as unknown as Traffic;
}

const callsByStatement = async (): Promise<Calls[]> =>
  (await sql(
    `select queryid::text as id, min(query) as text, sum(calls)::int as calls from (${COUNTED}) where not is_look_up group by 1`,
  )) as unknown as Calls[];

const COUNTED = `select queryid, query, calls, query like '%bit_xor%' as is_look_up
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%' and query not ilike 'select version()%'
       and query not like 'vacuum%' and query not like 'with gone as%' and query not like '%pg_stat_archiver%'
       and query not ilike 'delete from%rostra_rate_limits%'
       and query !~ ' := |rostra_marks|unnest\\(touched\\)|into rostra_(changes|records)'`;

async function connect(): Promise<Client> {
  const connection = new Client({ connectionString: testService.databaseUrl });
  await connection.connect();
  return connection;
}
