import type { Core } from '@strapi/strapi';
import { activeSuperAdmins } from '../plugins/rostra/server/src/access/super-admin';
import { strapiErrorBody } from '../plugins/rostra/server/src/errors/errors';
import { type ActionContext, aroundAction, bodyOf } from './actions';

/** What is said to who comes with a password. */
const SENTENCE = '請改用單一登入。Passwords are not accepted here: please use single sign-on.';

const PANEL = 'admin::authentication';
const API = 'plugin::users-permissions.auth';

/**
 * Refuses passwords at every door of Strapi that takes them for a session, but from the local administrator, a Super Admin
 * who is not blocked: the log-in, the reset of a password and the acceptance of an invitation in the panel; the log-in, the
 * registration and the reset in the API. Checked with Strapi 5.54.0.
 * @throws StartError when one of the actions is not there any more.
 */
export function refusePasswords(strapi: Core.Strapi, localAdmin: string): void {
  const isLocalAdmin = async (where: Record<string, unknown>): Promise<boolean> => {
    const found = { where: activeSuperAdmins(where), select: ['email', 'blocked'] };
    const account = await strapi.db.query('admin::user').findOne(found);
    return account?.email.toLowerCase() === localAdmin && !account.blocked;
  };
  const byEmail = async (ctx: ActionContext) => {
    const { email } = bodyOf(ctx);
    return typeof email === 'string' && email.toLowerCase() === localAdmin && isLocalAdmin({ email: localAdmin });
  };
  const byResetToken = async (ctx: ActionContext) => {
    const { resetPasswordToken } = bodyOf(ctx);
    return typeof resetPasswordToken === 'string' && isLocalAdmin({ resetPasswordToken });
  };
  const never = async () => false;
  restrict(PANEL, { login: byEmail, forgotPassword: byEmail, resetPassword: byResetToken, register: never });
  // The action of the log-in is that of other providers, too, which the plugin may have.
  const isOfProvider = async (ctx: ActionContext) => {
    const { provider = 'local' } = (ctx as { params?: { provider?: string } }).params ?? {};
    return provider !== 'local';
  };
  restrict(API, { callback: isOfProvider, register: never, forgotPassword: never, resetPassword: never });
}

/** Lets each action run only when its test says so. */
function restrict(uid: string, tests: Record<string, (ctx: ActionContext) => Promise<boolean>>): void {
  for (const [name, may] of Object.entries(tests))
    aroundAction(uid, name, async (ctx, action) => ((await may(ctx)) ? action() : refuse(ctx)));
}

/** Not thrown: Strapi puts a sentence of its own in the place of a 403 that is. */
function refuse(ctx: ActionContext): void {
  ctx.status = 403;
  ctx.body = strapiErrorBody(403, 'ForbiddenError', SENTENCE);
}
