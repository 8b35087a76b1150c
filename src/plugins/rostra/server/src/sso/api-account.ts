import { randomBytes } from 'node:crypto';
import { serviceOf } from '../../../../../strapi/actions';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';
import { rolesFor } from './claims';
import { type Identity, link, linkByEmail, linkedAccount, waitTurn } from './identity';
import type { SsoOptions } from './options';
import { Refusal } from './refusal';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
/** How Strapi knows accounts that have no password here. */
const PROVIDER = 'oidc';
const SHORTEST_NAME = 3;

/** An account of the API, as Strapi stores it. */
interface Account {
  id: number;
  blocked: boolean | null;
  role: { id: number } | null;
}

/**
 * The account of the API for somebody: found by their identity, the first time by their address, or made. It has the role
 * of the claim from now on. Errors: Refusal.
 */
export const apiAccount = (identity: Identity, options: SsoOptions): Promise<number> =>
  transaction(async (run) => {
    await waitTurn(run);
    const role = await roleOf(identity, options);
    const account = await find(run, identity);
    if (!account) return make(run, identity, role);
    if (account.blocked) throw new Refusal('BLOCKED', String(account.id));
    if (account.role?.id !== role) await users().edit(account.id, { role });
    return account.id;
  });

async function find(run: Run, identity: Identity): Promise<Account | undefined> {
  const linked = await linkedAccount(run, 'api', identity);
  if (linked !== undefined) return read({ id: linked });
  const account = identity.email ? await read({ email: { $eqi: identity.email } }) : undefined;
  if (!account) return undefined;
  await linkByEmail(run, 'api', identity, account.id);
  await endPassword(account.id);
  return account;
}

/**
 * Ends the password and the sessions of an account. Anybody may have registered it with the address of the person who
 * has now shown to be its owner; a new password can be had by mail.
 */
async function endPassword(account: number): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  await users().edit(account, { password, resetPasswordToken: null, confirmationToken: null });
  await apiSessions().invalidateRefreshToken(String(account));
}

async function make(run: Run, identity: Identity, role: number): Promise<number> {
  const { email, subject } = identity;
  if (!email) throw new Refusal('EMAIL_UNVERIFIED', subject);
  const username = await freeName(identity.userName ?? email);
  const { id } = await users().add({ username, email, role, provider: PROVIDER, confirmed: true, blocked: false });
  await link(run, 'api', identity, id);
  return id;
}

/** The role that the claim gives; an editor may do all that a citizen may. Errors: Refusal when it gives none. */
async function roleOf({ values, subject }: Identity, { apiRoles }: SsoOptions): Promise<number> {
  const types = rolesFor(values, apiRoles);
  if (types.length === 0) throw new Refusal('NO_ROLE', subject);
  const type = types.includes('editor') ? 'editor' : 'citizen';
  const role = (await app()
    .db.query(ROLE)
    .findOne({ where: { type }, select: ['id'] })) as { id: number } | null;
  if (role) return role.id;
  app().log.error(`OIDC_API_ROLES: the API has no role ${type}`);
  throw new Refusal('NO_ROLE', subject);
}

/** A user name like the one given, as paths can hold it (`/citizen/:handle`), that nobody has. */
async function freeName(given: string): Promise<string> {
  const base = given
    .replace(/@.*$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 40)
    .padEnd(SHORTEST_NAME, '-');
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? base : `${base}-${number}`;
    if (!(await read({ username: { $eqi: username } }))) return username;
  }
}

async function read(where: object): Promise<Account | undefined> {
  return (
    ((await app()
      .db.query(USER)
      .findOne({ where, populate: ['role'] })) as Account | null) ?? undefined
  );
}

/** What we need of the users-permissions plugin's service of accounts; it knows more. */
interface Users {
  add(values: object): Promise<{ id: number }>;
  edit(id: number, values: object): Promise<unknown>;
}

const users = (): Users => serviceOf('plugin::users-permissions.user', ['add', 'edit']);
