import { compile, ident, parameter, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { type Claims, claimAt, flagOf, textOf, valuesOf } from './claims';
import type { SsoOptions, Target } from './options';
import { SignInRefusal } from './refusal';
import { IDENTITIES } from './tables';

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

/** Reads the identity from the claims. Errors: SignInRefusal for an address that the provider calls unverified. */
export function identityIn(claims: Claims & { sub: string }, options: SsoOptions): Identity {
  const flag = flagOf(claims.email_verified);
  const subject = claims.sub;
  if (flag === false) throw new SignInRefusal('EMAIL_UNVERIFIED', subject);
  return {
    issuer: options.issuer,
    subject,
    email: textOf(claims.email)?.toLowerCase(),
    isEmailVerified: flag ?? options.trustsEmail,
    firstName: textOf(claims.given_name) ?? textOf(claims.name),
    lastName: textOf(claims.family_name),
    userName: textOf(claims.preferred_username),
    values: valuesOf(claimAt(claims, options.roleClaim)),
  };
}

/** Takes the lock for creating and linking accounts, until the end of the transaction: parallel sign-ins would create two. */
export const lockSignIns = (run: Run): Promise<unknown> => run(lock);

/** The account linked to an identity; undefined if there is none. */
export async function findLinkedAccount(run: Run, target: Target, { issuer, subject }: Identity) {
  const [row] = await run(STATEMENTS[target].find, { issuer, subject });
  return row?.[0] as number | undefined;
}

/**
 * Links an identity to the account with its e-mail address. Errors: SignInRefusal if the address is unverified, or if the account belongs
 * to another identity of the provider: a reassigned address must not bring the account along.
 */
export async function linkByEmail(run: Run, target: Target, identity: Identity, account: number): Promise<void> {
  if (!identity.isEmailVerified) throw new SignInRefusal('EMAIL_UNVERIFIED', identity.subject);
  await linkAccount(run, target, identity, account);
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
