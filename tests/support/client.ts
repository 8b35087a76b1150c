import { Client } from 'pg';
import { expectDescribed } from './described';
import type { TestContext } from './test-service';

/** The service under test. */
export const context = JSON.parse(process.env.ROSTRA_TEST ?? '{}') as TestContext;

/** From now on the requests of this test file go to another service, as its editor. */
export function useService(url: string, authorization: string): void {
  context.url = url;
  context.tokens.editor = authorization.replace('Bearer ', '');
}

/** Who sends a request. */
export type Who = 'editor' | 'citizen' | 'public' | 'admin';

export interface Options {
  as?: Who;
  /** A credential of its own, as the whole `Authorization` header. */
  authorization?: string;
  headers?: Record<string, string>;
  /** The path is another spelling of a described one (decisions, 1.5). */
  isAlias?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // The shape of an answer is what the tests check, so they reach into it freely.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

/** Sends a request; a body that is no string is sent as JSON. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  { as = 'editor', authorization, headers = {}, isAlias = false }: Options = {},
): Promise<Answer> {
  const credential = authorization ?? (as === 'public' ? undefined : `Bearer ${context.tokens[as]}`);
  const answer = await fetch(`${context.url}${path}`, {
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
  const text = await answer.text();
  await expectDescribed(context.url, { method, path, status: answer.status, headers: answer.headers, text, isAlias });
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, headers: answer.headers, text, body: isJson && text ? JSON.parse(text) : undefined };
}

export const get = (path: string, options?: Options) => send('GET', path, undefined, options);
export const post = (path: string, body: unknown, options?: Options) => send('POST', path, body, options);
export const patch = (path: string, body: unknown, options?: Options) => send('PATCH', path, body, options);
export const del = (path: string, options?: Options) => send('DELETE', path, undefined, options);

/** Makes a record and answers it; fails with the answer when it is refused. */
export async function create(path: string, body: unknown): Promise<Answer['body']> {
  const answer = await post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The faults of an answer as `path CODE`, sorted. */
export const faultsOf = ({ body }: Answer): string[] =>
  ((body?.errors ?? []) as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`).sort();

let client: Promise<Client> | undefined;

/** Runs SQL on the database of the service under test. */
export async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  client ??= connect();
  return (await (await client).query(text, values)).rows as Record<string, unknown>[];
}

afterAll(async () => {
  await (await client)?.end();
  client = undefined;
});

/**
 * What reaches PostgreSQL from the service: statements, transaction control included; look-ups of versions apart. What puts
 * the versions together now and then, and what watches the archive of backups, is not counted.
 */
export interface Traffic {
  statements: number;
  lookUps: number;
}

/** What reaches PostgreSQL from the service while `work` runs. */
export async function traffic(work: () => Promise<unknown>): Promise<Traffic> {
  const before = await calls();
  await work();
  const after = await calls();
  return { statements: after.statements - before.statements, lookUps: after.lookUps - before.lookUps };
}

/**
 * How many statements reach PostgreSQL from the service while `work` runs. It is done twice, and the smaller number
 * counts: the first time a credential may have to be read.
 */
export async function statements(work: () => Promise<unknown>): Promise<number> {
  const first = await traffic(work);
  return Math.min(first.statements, (await traffic(work)).statements);
}

async function calls(): Promise<Traffic> {
  const [row] = await sql(
    `select coalesce(sum(calls) filter (where query not like '%bit_xor%'), 0)::int as statements,
       coalesce(sum(calls) filter (where query like '%bit_xor%'), 0)::int as "lookUps"
     from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%' and query not ilike 'select version()%'
       and query not like 'vacuum%' and query not like 'with gone as%' and query not like '%pg_stat_archiver%'
       and query not ilike 'delete from%rostra_rate_limits%'`,
  );
  return row as unknown as Traffic;
}

async function connect(): Promise<Client> {
  const connected = new Client({ connectionString: context.databaseUrl });
  await connected.connect();
  return connected;
}
