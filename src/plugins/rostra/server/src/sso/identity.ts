import { compile, ident, parameter, sql } from '../sql/sql';
import type { Run } from '../store/database';
import { type Claims, claimAt, flagOf, textOf, valuesOf } from './claims';
import type { SsoOptions, Target } from './options';
import { Refusal } from './refusal';
import { IDENTITIES } from './tables';

/** Who has signed in at the provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** In small letters; undefined when the provider tells none. */
  email: string | undefined;
  /** Whether the address may lead to an account that is there already. */
  isEmailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  userName: string | undefined;
  /** What the claim about roles holds. */
  values: string[];
}

/** Who the claims are about. Errors: Refusal for an address that the provider calls unverified. */
export function identityIn(claims: Claims & { sub: string }, options: SsoOptions): Identity {
  const says = flagOf(claims.email_verified);
  const subject = claims.sub;
  if (says === false) throw new Refusal('EMAIL_UNVERIFIED', subject);
  return {
    issuer: options.issuer,
    subject,
    email: textOf(claims.email)?.toLowerCase(),
    isEmailVerified: says ?? options.trustsEmail,
    firstName: textOf(claims.given_name) ?? textOf(claims.name),
    lastName: textOf(claims.family_name),
    userName: textOf(claims.preferred_username),
    values: valuesOf(claimAt(claims, options.roleClaim)),
  };
}

/** One sign-in after the other makes or links accounts: two at a time would make two. Held until the transaction ends. */
export const waitTurn = (run: Run): Promise<unknown> => run(lock);

/** The account that this identity has; undefined when it has none. */
export async function linkedAccount(run: Run, target: Target, { issuer, subject }: Identity) {
  const [row] = await run(STATEMENTS[target].find, { issuer, subject });
  return row?.[0] as number | undefined;
}

/**
 * Gives the identity an account that was found by its address. Errors: Refusal when the address is not known to be theirs, or
 * the account has another identity of the provider: an address that has gone to somebody else brings no account along.
 */
export async function linkByEmail(run: Run, target: Target, identity: Identity, account: number): Promise<void> {
  if (!identity.isEmailVerified) throw new Refusal('EMAIL_UNVERIFIED', identity.subject);
  await link(run, target, identity, account);
}

/** Gives the identity an account. Errors: Refusal when the account has another identity of the provider. */
export async function link(run: Run, target: Target, { issuer, subject }: Identity, account: number): Promise<void> {
  const [added] = await run(STATEMENTS[target].link, { issuer, subject, account });
  if (!added) throw new Refusal('TAKEN', subject);
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
