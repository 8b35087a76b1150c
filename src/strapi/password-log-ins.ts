import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';

/** An action of one of Strapi's controllers. */
type Action = (ctx: Context, next: Next) => unknown;
type Actions = Record<string, Action>;

/** What is said to who comes with a password. */
const SENTENCE = '請改用單一登入。Passwords are not accepted here: please use single sign-on.';

const PANEL = 'admin::authentication';
const API = 'plugin::users-permissions.auth';

/**
 * Refuses passwords at every door of Strapi that takes them for a session, but from the local administrator, a Super Admin
 * who is not blocked: the log-in, the reset of a password and the acceptance of an invitation in the panel; the log-in, the
 * registration and the reset in the API. It extends two of Strapi's controllers. Checked with Strapi 5.54.0.
 * @throws Error when one of the actions is not there any more.
 */
export function refusePasswords(strapi: Core.Strapi, localAdmin: string): void {
  const isLocalAdmin = async (where: Record<string, unknown>): Promise<boolean> => {
    const found = { ...where, isActive: true, roles: { code: 'strapi-super-admin' } };
    const account = await strapi.db.query('admin::user').findOne({ where: found, select: ['email', 'blocked'] });
    return account?.email.toLowerCase() === localAdmin && !account.blocked;
  };
  const bodyOf = (ctx: Context) => (ctx.request as { body?: Record<string, unknown> }).body ?? {};
  const byEmail = async (ctx: Context) => {
    const { email } = bodyOf(ctx);
    return typeof email === 'string' && email.toLowerCase() === localAdmin && isLocalAdmin({ email: localAdmin });
  };
  const byResetToken = async (ctx: Context) => {
    const { resetPasswordToken } = bodyOf(ctx);
    return typeof resetPasswordToken === 'string' && isLocalAdmin({ resetPasswordToken });
  };
  const never = async () => false;
  extend(strapi, PANEL, { login: byEmail, forgotPassword: byEmail, resetPassword: byResetToken, register: never });
  // The action of the log-in is that of other providers, too, which the plugin may have.
  const isOfProvider = async (ctx: Context) => {
    const { provider = 'local' } = (ctx as { params?: { provider?: string } }).params ?? {};
    return provider !== 'local';
  };
  extend(strapi, API, { callback: isOfProvider, register: never, forgotPassword: never, resetPassword: never });
}

/** Lets each action run only when its test says so. */
function extend(strapi: Core.Strapi, uid: string, tests: Record<string, (ctx: Context) => Promise<boolean>>): void {
  strapi.get('controllers').extend(uid, (controller: Actions) => {
    const extended = Object.entries(tests).map(([name, may]): [string, Action] => {
      const action = controller[name];
      if (typeof action !== 'function')
        throw new Error(`SSO_ONLY: Strapi's controller ${uid} has no action ${name} any more`);
      return [name, async (ctx, next) => ((await may(ctx)) ? action(ctx, next) : refuse(ctx))];
    });
    return { ...controller, ...Object.fromEntries(extended) };
  });
}

/** Not thrown: Strapi puts a sentence of its own in the place of a 403 that is. */
function refuse(ctx: Context): void {
  ctx.status = 403;
  ctx.body = { data: null, error: { status: 403, name: 'ForbiddenError', message: SENTENCE, details: {} } };
}
