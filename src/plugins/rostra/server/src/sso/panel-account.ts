import { randomBytes } from 'node:crypto';
import { panelUsers } from '../../../../../strapi/accounts';
import { SUPER_ADMIN } from '../access/super-admin';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';
import { rolesFor } from './claims';
import { findAccount, type Identity, linkAccount, lockSignIns, verifiedEmail } from './identity';
import type { SsoOptions } from './options';
import { SignInRefusal } from './refusal';

const USER = 'admin::user';
const ROLE = 'admin::role';

interface RoleRow {
  id: number;
  code: string;
}

/** A panel account in Strapi's database. */
interface PanelAccount {
  id: number;
  email: string;
  isActive: boolean;
  blocked: boolean | null;
  registrationToken: string | null;
  roles: RoleRow[];
}

/**
 * Finds or creates the panel account of an identity: by link, the first time by e-mail address. Sets the roles from the claim.
 * Errors: SignInRefusal.
 */
export const panelAccount = (identity: Identity, options: SsoOptions): Promise<number> =>
  transaction(async (run) => {
    await lockSignIns(run);
    const account = await findAccount<PanelAccount>(run, 'panel', identity, endPassword);
    if (account?.email.toLowerCase() === options.localAdmin && account)
      throw new SignInRefusal('LOCAL_ADMIN', identity.subject);
    const roles = await rolesOf(identity, options);
    return account ? update(account, roles) : create(run, identity, roles);
  });

/**
 * Replaces the password of an account, which ends its sessions: from now on its owner signs in at the provider. In production, a
 * password made by the first start would allow nothing but changing it, and the owner may not know it.
 */
async function endPassword(account: number): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  await panelUsers().updateById(account, { password, resetPasswordToken: null });
}

async function create(run: Run, identity: Identity, roles: RoleRow[]): Promise<number> {
  const { firstName, lastName } = identity;
  const email = verifiedEmail(identity);
  const { id } = await panelUsers().create({
    email,
    firstname: firstName ?? email.replace(/@.*/, ''),
    ...(lastName ? { lastname: lastName } : {}),
    isActive: true,
    registrationToken: null,
    roles: roles.map((role) => role.id),
  });
  await linkAccount(run, 'panel', identity, id);
  return id;
}

async function update(account: PanelAccount, roles: RoleRow[]): Promise<number> {
  // Invited people who have not signed in yet are inactive too, but may sign in.
  const isInvited = !account.isActive && account.registrationToken !== null;
  if (account.blocked || (!account.isActive && !isInvited)) throw new SignInRefusal('BLOCKED', String(account.id));
  const assigned = [...roles, ...(await protectedRoles(account, roles))].map(({ id }) => id);
  const has = account.roles.map(({ id }) => id);
  const isSame = assigned.length === has.length && assigned.every((id) => has.includes(id));
  if (isSame && !isInvited) return account.id;
  await panelUsers().updateById(account.id, {
    roles: assigned,
    ...(isInvited ? { isActive: true, registrationToken: null } : {}),
  });
  return account.id;
}

/** The role that the last Super Admin keeps regardless of the claim: otherwise nobody could assign it again. */
async function protectedRoles(account: PanelAccount, roles: RoleRow[]): Promise<RoleRow[]> {
  const isSuperAdmin = ({ code }: RoleRow) => code === SUPER_ADMIN;
  const role = account.roles.find(isSuperAdmin);
  if (!role || roles.some(isSuperAdmin)) return [];
  // NULL means not blocked, and `$ne` would exclude it.
  const isFree = [{ blocked: false }, { blocked: null }];
  const others = { id: { $ne: account.id }, isActive: true, $or: isFree, roles: { code: SUPER_ADMIN } };
  if ((await app().db.query(USER).count({ where: others })) > 0) return [];
  app().log.warn(`Single sign-on: account ${account.id} of the panel stays Super Admin because there is no other`);
  return [role];
}

/** The roles from the claim. Errors: SignInRefusal if the claim gives none. */
async function rolesOf({ values, subject }: Identity, { panelRoles }: SsoOptions): Promise<RoleRow[]> {
  const codes = rolesFor(values, panelRoles);
  if (codes.length === 0) throw new SignInRefusal('NO_ROLE', subject);
  const roles = (await app()
    .db.query(ROLE)
    .findMany({ where: { code: { $in: codes } }, select: ['id', 'code'] })) as RoleRow[];
  const missing = codes.filter((code) => !roles.some((role) => role.code === code));
  if (missing.length > 0) app().log.error(`OIDC_PANEL_ROLES: the panel has no role ${missing.join(', ')}`);
  if (roles.length === 0) throw new SignInRefusal('NO_ROLE', subject);
  return roles;
}
