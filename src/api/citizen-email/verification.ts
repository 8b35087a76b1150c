import { randomBytes } from 'node:crypto';
import { sql } from '../../plugins/rostra/server/src/declare';
import {
  type AttemptLimit,
  bypassGuard,
  compile,
  countAttemptUnlessFailed,
  documents,
  errors,
  isUniqueViolation,
  parameter,
  type Run,
  run,
  sendMail,
  sha256,
  transaction,
} from '../../plugins/rostra/server/src/operate';
import { ADDRESS, names } from './database';
import { confirmationMail } from './mail';
import { followPrimary } from './primary';

/** How long a token is valid, in hours. */
const HOURS = 24;
/** E-mails to one address, whoever requests them (conventions 6.2). */
const TO_ADDRESS: AttemptLimit = { name: 'verify-email', times: 3, seconds: 3600 };
/** E-mails requested by one account, so that nobody can send mass mail. */
const BY_ACCOUNT: AttemptLimit = { name: 'verify-account', times: 10, seconds: 3600 };

/** The address to verify, and how to build its link. */
interface VerificationRequest {
  account: number;
  publicId: number;
  linkOf(token: string): string;
}

/**
 * Sends an e-mail with a confirmation link, unless the address is verified. Returns the address. Once the e-mail is
 * sent, older tokens end; if it cannot be sent, nothing changes. Holds no database connection while sending. Errors:
 * NOT_FOUND, TOO_MANY_REQUESTS, INVALID_INPUT if the address is rejected, UNAVAILABLE without a mail server.
 */
export async function requestVerification({ account, publicId, linkOf }: VerificationRequest): Promise<string> {
  const { addresses, citizen } = names();
  const find = compile(
    sql`select id, email, is_verified from ${addresses} where ${citizen} = ${parameter('account')}::int and number = ${parameter('publicId')}::int`,
  );
  const [found] = (await run(find, { account, publicId })) as [number, string, boolean][];
  if (!found) throw errors.notFound();
  const [address, email, isVerified] = found;
  if (isVerified) return email;
  const key = sha256(email.toLowerCase()).toString('hex');
  const send = (token: string) => sendMail({ to: email, ...confirmationMail(linkOf(token), HOURS) });
  await countAttemptUnlessFailed(BY_ACCOUNT, String(account), () =>
    countAttemptUnlessFailed(TO_ADDRESS, key, () => withToken(address, send)),
  );
  return email;
}

/** Creates a token for `work`. It replaces older tokens if the work succeeds, and is deleted if it fails. */
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

/** The content of a confirmation link. */
interface Confirmation {
  handle: string;
  publicId: number | undefined;
  token: string;
}

/**
 * Verifies the address that a token was sent to, and returns it. A used token keeps working until it expires.
 * Undefined for invalid, expired, replaced and foreign tokens, and if another citizen has verified the address.
 */
export async function confirmVerification(confirmation: Confirmation): Promise<string | undefined> {
  try {
    return await transaction((transacted) => confirm(confirmation, transacted));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

async function confirm({ handle, publicId, token }: Confirmation, transacted: Run): Promise<string | undefined> {
  const { addresses, citizen, tokens, users } = names();
  const find = compile(sql`
    select e.document_id, e.email, e.is_verified, u.id from ${tokens} t
    join ${addresses} e on e.id = t.address join ${users} u on u.id = e.${citizen}
    where t.hash = ${parameter('hash')} and t.ends_at > now() and e.number = ${parameter('publicId')}::int
      and u.username = ${parameter('handle')} and not coalesce(u.blocked, false)
    for update of e`);
  await transacted(compile(sql`select 1 from ${users} where username = ${parameter('handle')} for update`), { handle });
  const [found] = await transacted(find, { hash: sha256(token), publicId, handle });
  if (!found) return undefined;
  const [documentId, email, isVerified, account] = found as [string, string, boolean, number];
  if (!isVerified) {
    await bypassGuard(() => documents(ADDRESS).update({ documentId, data: { is_verified: true } }));
    await followPrimary(account, transacted);
  }
  return email;
}
