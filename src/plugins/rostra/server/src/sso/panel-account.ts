import { randomBytes } from 'node:crypto';
import { serviceOf } from '../../../../../strapi/actions';
import { SUPER_ADMIN } from '../access/super-admin';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';
import { rolesFor } from './claims';
import { type Identity, link, linkByEmail, linkedAccount, waitTurn } from './identity';
import type { SsoOptions } from './options';
import { Refusal } from './refusal';

const USER = 'admin::user';
const ROLE = 'admin::role';

interface Role {
  id: number;
  code: string;
}

/** An account of the panel, as Strapi stores it. */
interface Account {
  id: number;
  email: string;
  isActive: boolean;
  blocked: boolean | null;
  registrationToken: string | null;
  roles: Role[];
}

/**
 * The account of the panel for somebody: found by their identity, the first time by their address, or made. It has the
 * roles of the claim from now on. Errors: Refusal.
 */
export const panelAccount = (identity: Identity, options: SsoOptions): Promise<number> =>
  transaction(async (run) => {
    await waitTurn(run);
    const account = await find(run, identity);
    if (account?.email.toLowerCase() === options.localAdmin && account)
      throw new Refusal('LOCAL_ADMIN', identity.subject);
    const roles = await rolesOf(identity, options);
    return account ? update(account, roles) : make(run, identity, roles);
  });

async function find(run: Run, identity: Identity): Promise<Account | undefined> {
  const linked = await linkedAccount(run, 'panel', identity);
  if (linked !== undefined) return read({ id: linked });
  const account = identity.email ? await read({ email: { $eqi: identity.email } }) : undefined;
  if (!account) return undefined;
  await linkByEmail(run, 'panel', identity, account.id);
  await endPassword(account.id);
  return account;
}

/**
 * Ends the password of an account, and the sessions with it: what its owner signs in with is the provider's from now on. One of
 * the first start would let them do nothing in production but change it, and nobody may know it.
 */
async function endPassword(account: number): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  await users().updateById(account, { password, resetPasswordToken: null });
}

async function make(run: Run, identity: Identity, roles: Role[]): Promise<number> {
  const { email, firstName, lastName, subject } = identity;
  if (!email) throw new Refusal('EMAIL_UNVERIFIED', subject);
  const { id } = await users().create({
    email,
    firstname: firstName ?? email,
    ...(lastName ? { lastname: lastName } : {}),
    isActive: true,
    registrationToken: null,
    roles: roles.map((role) => role.id),
  });
  await link(run, 'panel', identity, id);
  return id;
}

async function update(account: Account, roles: Role[]): Promise<number> {
  // Who was invited and has not come yet is not active either, but may come.
  const isInvited = !account.isActive && account.registrationToken !== null;
  if (account.blocked || (!account.isActive && !isInvited)) throw new Refusal('BLOCKED', String(account.id));
  const wanted = [...roles, ...(await keptRoles(account, roles))].map(({ id }) => id);
  const has = account.roles.map(({ id }) => id);
  const isSame = wanted.length === has.length && wanted.every((id) => has.includes(id));
  if (isSame && !isInvited) return account.id;
  await users().updateById(account.id, {
    roles: wanted,
    ...(isInvited ? { isActive: true, registrationToken: null } : {}),
  });
  return account.id;
}

/** The role that the last Super Admin keeps, whatever the claim says: else nobody could give it to anybody any more. */
async function keptRoles(account: Account, roles: Role[]): Promise<Role[]> {
  const isSuperAdmin = ({ code }: Role) => code === SUPER_ADMIN;
  const role = account.roles.find(isSuperAdmin);
  if (!role || roles.some(isSuperAdmin)) return [];
  // NULL is not blocked, and `$ne` would leave it out.
  const isFree = [{ blocked: false }, { blocked: null }];
  const others = { id: { $ne: account.id }, isActive: true, $or: isFree, roles: { code: SUPER_ADMIN } };
  if ((await app().db.query(USER).count({ where: others })) > 0) return [];
  app().log.warn(`Single sign-on: account ${account.id} of the panel stays Super Admin, for there is no other one`);
  return [role];
}

/** The roles that the claim gives. Errors: Refusal when it gives none. */
async function rolesOf({ values, subject }: Identity, { panelRoles }: SsoOptions): Promise<Role[]> {
  const codes = rolesFor(values, panelRoles);
  if (codes.length === 0) throw new Refusal('NO_ROLE', subject);
  const roles = (await app()
    .db.query(ROLE)
    .findMany({ where: { code: { $in: codes } }, select: ['id', 'code'] })) as Role[];
  const missing = codes.filter((code) => !roles.some((role) => role.code === code));
  if (missing.length > 0) app().log.error(`OIDC_PANEL_ROLES: the panel has no role ${missing.join(', ')}`);
  if (roles.length === 0) throw new Refusal('NO_ROLE', subject);
  return roles;
}

async function read(where: object): Promise<Account | undefined> {
  return (
    ((await app()
      .db.query(USER)
      .findOne({ where, populate: ['roles'] })) as Account | null) ?? undefined
  );
}

/** What we need of Strapi's service of the panel's accounts; it knows more. */
interface Users {
  create(values: object): Promise<{ id: number }>;
  updateById(id: number, values: object): Promise<unknown>;
}

const users = (): Users => serviceOf('admin::user', ['create', 'updateById']);
