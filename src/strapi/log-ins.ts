import { randomUUID } from 'node:crypto';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { requestBody, serviceOf, wrapAction } from './actions';

const USER = 'plugin::users-permissions.user';
const ADMIN = 'admin::user';

interface Passwords {
  validatePassword(password: string, hash: string): Promise<boolean>;
}

interface PanelLogIns extends Passwords {
  checkCredentials(credentials: { email: string; password: string }): Promise<unknown>;
  hashPassword(password: string): Promise<string>;
}

/**
 * Makes log-ins with unknown names take as long as others, by comparing a password in either case (conventions 5.3). Checked with
 * Strapi 5.54.0.
 */
export function equalizeLogInTimes(): void {
  const users = serviceOf<Passwords>(USER, ['validatePassword']);
  const panel = serviceOf<PanelLogIns>('admin::auth', ['checkCredentials', 'hashPassword', 'validatePassword']);
  let hash: Promise<string> | undefined;
  const compare = async ({ validatePassword }: Passwords, password: unknown) => {
    if (typeof password !== 'string') return;
    hash ??= panel.hashPassword(randomUUID());
    await validatePassword(password, await hash);
  };

  wrapAction('plugin::users-permissions.auth', 'callback', async (ctx, callback) => {
    const { identifier, password } = requestBody(ctx);
    if (typeof identifier === 'string' && !(await hasPassword(USER, accountQuery(identifier))))
      await compare(users, password);
    return callback();
  });

  const { checkCredentials } = panel;
  panel.checkCredentials = async (credentials) => {
    const { email, password } = credentials;
    if (!(await hasPassword(ADMIN, { email }))) await compare(panel, password);
    return checkCredentials(credentials);
  };
}

/** The query with which Strapi finds an account of the API. */
const accountQuery = (identifier: string) => ({
  provider: 'local',
  $or: [{ email: identifier.toLowerCase() }, { username: identifier }],
});

async function hasPassword(uid: string, where: Record<string, unknown>): Promise<boolean> {
  const found = (await app()
    .db.query(uid)
    .findOne({ where, select: ['password'] })) as { password?: string } | null;
  return Boolean(found?.password);
}
