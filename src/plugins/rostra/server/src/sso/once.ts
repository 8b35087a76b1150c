import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../../../common/digest';
import { compile, ident, parameter, sql } from '../sql/sql';
import { run } from '../store/database';
import { ONCE } from './tables';

/** How long a code waits to be exchanged, in seconds. */
const CODE_SECONDS = 60;

/** Whose sign-in a code stands for, and the challenge of who began it. */
export interface Waiting {
  account: number;
  challenge: string;
}

/** Notes that something is used, for as long as it could be used again. Answers whether this was the first time, in any process. */
export async function isFirstUse(of: string, seconds: number): Promise<boolean> {
  return keep(`state ${hashOf(of)}`, null, seconds);
}

/** A code that can be exchanged once, within a minute, in any process; the database has its hash only. */
export async function makeCode(waiting: Waiting): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await keep(`code ${hashOf(code)}`, waiting, CODE_SECONDS);
  return code;
}

/** Takes what a code stands for, which ends the code; undefined when there is no such code, or no longer. */
export async function takeCode(code: string): Promise<Waiting | undefined> {
  const [row] = await run(take, { key: `code ${hashOf(code)}` });
  return row ? { account: row[0] as number, challenge: row[1] as string } : undefined;
}

async function keep(key: string, waiting: Waiting | null, seconds: number): Promise<boolean> {
  await run(drop);
  const { account = null, challenge = null } = waiting ?? {};
  return (await run(add, { key, account, challenge, seconds })).length === 1;
}

const hashOf = (text: string): string => sha256(text).toString('base64url');

const drop = compile(sql`delete from ${ident(ONCE)} where ends < now()`);
const add = compile(sql`insert into ${ident(ONCE)} (key, account, challenge, ends)
  values (${parameter('key')}, ${parameter('account')}, ${parameter('challenge')}, now() + make_interval(secs => ${parameter('seconds')}))
  on conflict do nothing returning 1`);
const take = compile(
  sql`delete from ${ident(ONCE)} where key = ${parameter('key')} and ends >= now() returning account, challenge`,
);
