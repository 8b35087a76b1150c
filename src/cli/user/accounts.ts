import { z } from 'zod';
import { StartError } from '../../runtime/start-error';
import type { Strapi } from '../../runtime/strapi';

export const ROLES = ['editor', 'citizen'] as const;

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';

/** bcrypt ignores everything after 72 bytes, so Strapi refuses longer passwords. */
const PASSWORD_BYTES = 72;

const accountSchema = z.object({
  role: z.enum(ROLES, `expected ${ROLES.join(' or ')}`),
  username: z.string().trim().min(3, 'expected at least 3 characters'),
  email: z.string().trim().toLowerCase().pipe(z.email('expected an e-mail address')),
  password: z
    .string()
    .min(8, 'expected at least 8 characters')
    .refine((text) => Buffer.byteLength(text) <= PASSWORD_BYTES, `expected at most ${PASSWORD_BYTES} bytes`),
});

type AccountOptions = z.infer<typeof accountSchema>;

/** Parses the options of the command line. Errors: StartError that lists every fault. */
export function readAccount(options: unknown): AccountOptions {
  const parsed = accountSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  --${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(['Cannot create this account:', ...faults].join('\n'), 2);
}

/**
 * Creates an account, or updates password, role and e-mail of the one with this user name. Errors: StartError if the e-mail
 * belongs to another account, or if the role does not exist.
 */
export async function saveUser(
  strapi: Strapi,
  { role: type, ...account }: AccountOptions,
): Promise<'created' | 'updated'> {
  const role = await strapi.db.query(ROLE).findOne({ where: { type }, select: ['id'] });
  if (!role) throw new StartError(`There is no role "${type}" in this database.`);
  const users = strapi.db.query(USER);
  const present = await users.findOne({ where: { username: account.username }, select: ['id'] });
  const holder = await users.findOne({ where: { email: account.email }, select: ['id', 'username'] });
  if (holder && holder.id !== present?.id) {
    throw new StartError(`The e-mail ${account.email} belongs to another account, "${holder.username}".`);
  }
  const service = strapi.plugin('users-permissions').service('user');
  const values = { ...account, role: role.id, provider: 'local', confirmed: true, blocked: false };
  await (present ? service.edit(present.id, values) : service.add(values));
  return present ? 'updated' : 'created';
}

/** Lists all accounts, sorted by user name, as rows of a table. */
export async function listUsers(strapi: Strapi): Promise<Record<string, string>[]> {
  const users = await strapi.db.query(USER).findMany({ populate: ['role'], orderBy: { username: 'asc' } });
  return users.map(({ username, email, role, blocked }) => ({
    username,
    email,
    role: role?.type ?? '',
    state: blocked ? 'blocked' : 'active',
  }));
}
