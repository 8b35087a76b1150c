import { randomBytes } from 'node:crypto';
import { sql } from '../../plugins/rostra/server/src/declare';
import {
  bypassGuard,
  compile,
  documents,
  errors,
  isUniqueViolation,
  type Limit,
  parameter,
  type Run,
  run,
  sendMail,
  sha256,
  transaction,
  whileCounted,
} from '../../plugins/rostra/server/src/operate';
import { ADDRESS, names } from './database';
import { confirmationMail } from './mail';
import { followPrimary } from './primary';

/** How long a token is valid, in hours. */
const HOURS = 24;
/** Mails to one address, whoever asks for them (decisions, 6.2). */
const TO_ADDRESS: Limit = { name: 'verify-email', times: 3, seconds: 3600 };
/** Mails that one account asks for: nobody sends mails to all the world. */
const BY_ACCOUNT: Limit = { name: 'verify-account', times: 10, seconds: 3600 };

/** The address to be verified, and where its link leads. */
interface Wanted {
  account: number;
  number: number;
  linkOf(token: string): string;
}

/**
 * Sends a mail with a confirmation link, unless the address is verified; answers the address. When the mail is out, the
 * tokens before it end; when it cannot be sent, everything is as it was. No connection is held while it is on its way.
 * Errors: NOT_FOUND, TOO_MANY_REQUESTS, INVALID_INPUT for an address that is refused, UNAVAILABLE without a mail server.
 */
export async function requestVerification({ account, number, linkOf }: Wanted): Promise<string> {
  const { addresses, citizen } = names();
  const find = compile(
    sql`select id, email, is_verified from ${addresses} where ${citizen} = ${parameter('account')}::int and number = ${parameter('number')}::int`,
  );
  const [found] = (await run(find, { account, number })) as [number, string, boolean][];
  if (!found) throw errors.notFound();
  const [address, email, isVerified] = found;
  if (isVerified) return email;
  const key = sha256(email.toLowerCase()).toString('hex');
  const send = (token: string) => sendMail({ to: email, ...confirmationMail(linkOf(token), HOURS) });
  await whileCounted(BY_ACCOUNT, String(account), () => whileCounted(TO_ADDRESS, key, () => withToken(address, send)));
  return email;
}

/** Makes a token for a piece of work; it takes the place of those before it when the work is done, else it goes. */
async function withToken(address: number, work: (token: string) => Promise<void>): Promise<void> {
  const { tokens } = names();
  const token = randomBytes(32).toString('base64url');
  const hash = sha256(token);
  const insert = sql`insert into ${tokens} (hash, address, ends_at) values (${parameter('hash')}, ${parameter('address')}::int, now() + make_interval(hours => ${sql.lit(HOURS)})) returning made`;
  const [made] = await run(compile(insert), { hash, address });
  try {
    await work(token);
  } catch (error) {
    await run(compile(sql`delete from ${tokens} where hash = ${parameter('hash')}`), { hash });
    throw error;
  }
  const older = sql`delete from ${tokens} where (address = ${parameter('address')}::int and made < ${parameter('made')}::bigint) or ends_at < now()`;
  await run(compile(older), { address, made: made?.[0] });
}

/** What a confirmation link says. */
interface Claimed {
  handle: string;
  number: number | undefined;
  token: string;
}

/**
 * Verifies the address that a token was sent to; answers it. A token that worked works again until it ends. Undefined for
 * wrong, ended, replaced and foreign tokens, and when another citizen has verified the address meanwhile.
 */
export async function confirmVerification(claimed: Claimed): Promise<string | undefined> {
  try {
    return await transaction((transacted) => confirm(claimed, transacted));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

async function confirm({ handle, number, token }: Claimed, transacted: Run): Promise<string | undefined> {
  const { addresses, citizen, tokens, users } = names();
  const find = compile(sql`
    select e.document_id, e.email, e.is_verified, u.id from ${tokens} t
    join ${addresses} e on e.id = t.address join ${users} u on u.id = e.${citizen}
    where t.hash = ${parameter('hash')} and t.ends_at > now() and e.number = ${parameter('number')}::int
      and u.username = ${parameter('handle')} and not coalesce(u.blocked, false)
    for update of e`);
  await transacted(compile(sql`select 1 from ${users} where username = ${parameter('handle')} for update`), { handle });
  const [found] = await transacted(find, { hash: sha256(token), number, handle });
  if (!found) return undefined;
  const [documentId, email, isVerified, account] = found as [string, string, boolean, number];
  if (!isVerified) {
    await bypassGuard(() => documents(ADDRESS).update({ documentId, data: { is_verified: true } }));
    await followPrimary(account, transacted);
  }
  return email;
}
