import { randomBytes } from 'node:crypto';
import { apiUsers } from '../../../../../strapi/accounts';
import { apiSessions } from '../../../../../strapi/api-sessions';
import { type Run, transaction } from '../store/database';
import { app } from '../store/strapi';
import { rolesFor } from './claims';
import { findAccount, type Identity, linkAccount, lockSignIns, readAccount, verifiedEmail } from './identity';
import type { SsoOptions } from './options';
import { SignInRefusal } from './refusal';

const ROLE = 'plugin::users-permissions.role';
/** The provider in Strapi's accounts that have no password here. */
const PROVIDER = 'oidc';
const MIN_NAME_LENGTH = 3;

/** An API account in Strapi's database. */
interface ApiAccount {
  id: number;
  blocked: boolean | null;
  role: { id: number } | null;
}

/**
 * Finds or creates the API account of an identity: by link, the first time by e-mail address. Sets the role from the claim.
 * Errors: SignInRefusal.
 */
export const apiAccount = (identity: Identity, options: SsoOptions): Promise<number> =>
  transaction(async (run) => {
    await lockSignIns(run);
    const role = await roleOf(identity, options);
    const account = await findAccount<ApiAccount>(run, 'api', identity, endPassword);
    if (!account) return create(run, identity, role);
    if (account.blocked) throw new SignInRefusal('BLOCKED', String(account.id));
    if (account.role?.id !== role) await apiUsers().edit(account.id, { role });
    return account.id;
  });

/**
 * Replaces the password of an account and ends its sessions. Anybody may have registered it with the address whose owner has now
 * signed in; the owner can request a new password by mail.
 */
async function endPassword(account: number): Promise<void> {
  const password = randomBytes(32).toString('base64url');
  await apiUsers().edit(account, { password, resetPasswordToken: null, confirmationToken: null });
  await apiSessions().invalidateRefreshToken(String(account));
}

async function create(run: Run, identity: Identity, role: number): Promise<number> {
  const email = verifiedEmail(identity);
  const username = await freeName(identity.userName ?? email);
  const { id } = await apiUsers().add({ username, email, role, provider: PROVIDER, confirmed: true, blocked: false });
  await linkAccount(run, 'api', identity, id);
  return id;
}

/** The role from the claim; `editor` includes `citizen`. Errors: SignInRefusal if the claim gives none. */
async function roleOf({ values, subject }: Identity, { apiRoles }: SsoOptions): Promise<number> {
  const types = rolesFor(values, apiRoles);
  if (types.length === 0) throw new SignInRefusal('NO_ROLE', subject);
  const type = types.includes('editor') ? 'editor' : 'citizen';
  const role = (await app()
    .db.query(ROLE)
    .findOne({ where: { type }, select: ['id'] })) as { id: number } | null;
  if (role) return role.id;
  app().log.error(`OIDC_API_ROLES: the API has no role ${type}`);
  throw new SignInRefusal('NO_ROLE', subject);
}

/** Derives an unused user name that is safe in paths (`/citizen/:handle`). */
async function freeName(text: string): Promise<string> {
  const base = text
    .replace(/@.*$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 40)
    .padEnd(MIN_NAME_LENGTH, '-');
  for (let suffix = 1; ; suffix += 1) {
    const username = suffix === 1 ? base : `${base}-${suffix}`;
    if (!(await readAccount('api', { username: { $eqi: username } }))) return username;
  }
}
