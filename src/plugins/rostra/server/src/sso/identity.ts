import { faultIn } from '../http/well-formed';
import { compile, ident, parameter, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { app } from '../store/strapi';
import { type Claims, claimAt, flagOf, textOf, valuesOf } from './claims';
import type { SsoOptions, Target } from './options';
import { SignInRefusal } from './refusal';
import { ACCOUNTS, IDENTITIES } from './tables';

/** A person who has signed in at the provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In lower case; undefined if the provider sends none. */
  email: string | undefined;
  /** Whether the address may be used to find an existing account. */
  isEmailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  userName: string | undefined;
  /** The values of the claim for roles. */
  values: string[];
}

/**
 * Reads the identity from the claims. Errors: SignInRefusal for an address that the provider calls unverified, for roles by an address
 * that it does not call verified, and for texts that cannot be stored.
 */
export function identityIn(claims: Claims & { sub: string }, options: SsoOptions): Identity {
  const flag = flagOf(claims.email_verified);
  const subject = claims.sub;
  const isEmailVerified = flag ?? options.trustsEmail;
  if (flag === false || (options.roleClaim === 'email' && !isEmailVerified))
    throw new SignInRefusal('EMAIL_UNVERIFIED', subject);
  const identity = {
    issuer: options.issuer,
    subject,
    email: textOf(claims.email)?.toLowerCase(),
    isEmailVerified,
    firstName: nameOf(claims.given_name) ?? nameOf(claims.name),
    lastName: nameOf(claims.family_name),
    userName: textOf(claims.preferred_username),
    values: valuesOf(claimAt(claims, options.roleClaim)),
  };
  if (faultIn(identity)) throw new SignInRefusal('INVALID_IDENTITY', 'a claim has NUL or half a surrogate pair');
  return identity;
}

/** A person's name in a claim. An address is none: names appear in histories that others read. */
function nameOf(claim: unknown): string | undefined {
  const text = textOf(claim);
  return text?.includes('@') ? undefined : text;
}

/** The address with which an account is created. Errors: SignInRefusal without a verified one: anybody could take it first. */
export function verifiedEmail({ email, isEmailVerified, subject }: Identity): string {
  if (!email || !isEmailVerified) throw new SignInRefusal('EMAIL_UNVERIFIED', subject);
  return email;
}

/** Takes the lock for creating and linking accounts, until the end of the transaction: parallel sign-ins would create two. */
export const lockSignIns = (run: Run): Promise<unknown> => run(lock);

/** The relation to the roles of an account. */
const ROLES = { panel: 'roles', api: 'role' };

/** Reads an account with its roles; undefined if there is none. */
export async function readAccount<Account>(target: Target, where: object): Promise<Account | undefined> {
  const query = { where, populate: [ROLES[target]] };
  return ((await app().db.query(ACCOUNTS[target]).findOne(query)) as Account | null) ?? undefined;
}

/**
 * Finds the account of an identity: by link, the first time by e-mail address, which ends its password. Errors: SignInRefusal if the
 * address is unverified, or if the account belongs to another identity of the provider: a reassigned address must not bring the
 * account along.
 */
export async function findAccount<Account extends { id: number }>(
  run: Run,
  target: Target,
  identity: Identity,
  endPassword: (account: number) => Promise<void>,
): Promise<Account | undefined> {
  const { issuer, subject, email } = identity;
  const [row] = await run(STATEMENTS[target].find, { issuer, subject });
  if (row) return readAccount<Account>(target, { id: row[0] });
  const account = email ? await readAccount<Account>(target, { email: { $eqi: email } }) : undefined;
  if (!account) return undefined;
  if (!identity.isEmailVerified) throw new SignInRefusal('EMAIL_UNVERIFIED', subject);
  await linkAccount(run, target, identity, account.id);
  await endPassword(account.id);
  return account;
}

/** Links an identity to an account. Errors: SignInRefusal if the account belongs to another identity of the provider. */
export async function linkAccount(
  run: Run,
  target: Target,
  { issuer, subject }: Identity,
  account: number,
): Promise<void> {
  const [added] = await run(STATEMENTS[target].link, { issuer, subject, account });
  if (!added) throw new SignInRefusal('TAKEN', subject);
}

const lock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra single sign-on', 0))`);

const statementsOf = (target: Target) => ({
  find: compile(
    sql`select account from ${ident(IDENTITIES[target])} where issuer = ${parameter('issuer')} and subject = ${parameter('subject')}`,
  ),
  link: compile(sql`insert into ${ident(IDENTITIES[target])} (issuer, subject, account)
    values (${parameter('issuer')}, ${parameter('subject')}, ${parameter('account')}) on conflict do nothing returning 1`),
});

const STATEMENTS = { panel: statementsOf('panel'), api: statementsOf('api') };
