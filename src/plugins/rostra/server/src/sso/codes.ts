import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../../../common/digest';
import { compile, ident, parameter, sql } from '../sql/sql';
import { run } from '../store/database';
import { CODES } from './tables';

/** How long a code can be exchanged, in seconds. */
const CODE_SECONDS = 60;

/** The account behind a code, and the challenge of the console that began the sign-in. */
export interface CodeHolder {
  account: number;
  challenge: string;
}

/** Marks a state as used, for as long as it stays valid. Returns whether this was its first use in any process. */
export async function isFirstUse(state: string, seconds: number): Promise<boolean> {
  return store(`state ${hashOf(state)}`, null, seconds);
}

/** Makes a code that any process can exchange once, within a minute. The database stores only its hash. */
export async function makeCode(holder: CodeHolder): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await store(`code ${hashOf(code)}`, holder, CODE_SECONDS);
  return code;
}

/** Uses up a code and returns its holder; undefined if it is unknown, used or expired. */
export async function takeCode(code: string): Promise<CodeHolder | undefined> {
  const [row] = await run(remove, { key: `code ${hashOf(code)}` });
  return row ? { account: row[0] as number, challenge: row[1] as string } : undefined;
}

async function store(key: string, holder: CodeHolder | null, seconds: number): Promise<boolean> {
  await run(drop);
  const { account = null, challenge = null } = holder ?? {};
  return (await run(add, { key, account, challenge, seconds })).length === 1;
}

const hashOf = (text: string): string => sha256(text).toString('base64url');

const drop = compile(sql`delete from ${ident(CODES)} where ends < now()`);
const add = compile(sql`insert into ${ident(CODES)} (key, account, challenge, ends)
  values (${parameter('key')}, ${parameter('account')}, ${parameter('challenge')}, now() + make_interval(secs => ${parameter('seconds')}))
  on conflict do nothing returning 1`);
const remove = compile(
  sql`delete from ${ident(CODES)} where key = ${parameter('key')} and ends >= now() returning account, challenge`,
);
