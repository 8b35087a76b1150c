import type { Core } from '@strapi/strapi';
import { activeSuperAdmins } from '../plugins/rostra/server/src/access/super-admin';
import { strapiErrorBody } from '../plugins/rostra/server/src/errors/errors';
import { type ActionContext, requestBody, wrapAction } from './actions';

const MESSAGE = '請改用單一登入。Passwords are not accepted here: please use single sign-on.';

const PANEL = 'admin::authentication';
const API = 'plugin::users-permissions.auth';

/**
 * Refuses passwords on all routes of Strapi that begin a session with one: log-in, password reset and acceptance of an
 * invitation in the panel; log-in, registration and password reset in the API. Only the local administrator, a Super Admin who
 * is not blocked, may use them in the panel. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi lacks one of the actions.
 */
export function refusePasswords(strapi: Core.Strapi, localAdmin: string): void {
  const isLocalAdmin = async (where: Record<string, unknown>): Promise<boolean> => {
    const query = { where: activeSuperAdmins(where), select: ['email', 'blocked'] };
    const account = await strapi.db.query('admin::user').findOne(query);
    return account?.email.toLowerCase() === localAdmin && !account.blocked;
  };
  const byEmail = async (ctx: ActionContext) => {
    const { email } = requestBody(ctx);
    return typeof email === 'string' && email.toLowerCase() === localAdmin && isLocalAdmin({ email: localAdmin });
  };
  const byResetToken = async (ctx: ActionContext) => {
    const { resetPasswordToken } = requestBody(ctx);
    return typeof resetPasswordToken === 'string' && isLocalAdmin({ resetPasswordToken });
  };
  const never = async () => false;
  restrict(PANEL, { login: byEmail, forgotPassword: byEmail, resetPassword: byResetToken, register: never });
  // The same action serves the log-ins of the plugin's other providers.
  const hasProvider = async (ctx: ActionContext) => {
    const { provider = 'local' } = (ctx as { params?: { provider?: string } }).params ?? {};
    return provider !== 'local';
  };
  restrict(API, { callback: hasProvider, register: never, forgotPassword: never, resetPassword: never });
}

/** Refuses each action unless its test passes. */
function restrict(uid: string, tests: Record<string, (ctx: ActionContext) => Promise<boolean>>): void {
  for (const [name, isAllowed] of Object.entries(tests))
    wrapAction(uid, name, async (ctx, action) => ((await isAllowed(ctx)) ? action() : refuse(ctx)));
}

/** Does not throw: Strapi would replace the message of a 403. */
function refuse(ctx: ActionContext): void {
  ctx.status = 403;
  ctx.body = strapiErrorBody(403, 'ForbiddenError', MESSAGE);
}
