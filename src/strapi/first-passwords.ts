import { errors } from '@strapi/utils';
import { isFirstPassword } from '../plugins/rostra/server/src/access/first-passwords';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { requestBody, wrapAction } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** The actions that stay allowed, by plugin: seeing one's account, changing the password, and logging out. */
const ALLOWED = new Set([
  'users-permissions auth.changePassword',
  'users-permissions auth.logout',
  'admin authenticated-user.getMe',
  'admin authenticated-user.updateMe',
  'admin authenticated-user.getOwnPermissions',
  'admin authentication.logout',
]);

/** The panel's dialog depends on this text. */
const REQUIRED = 'PASSWORD_CHANGE_REQUIRED';
const SAME = 'The new password must differ from the current one.';

interface Authentication {
  verify?(auth: Authenticated | undefined, config: unknown): Promise<unknown>;
}

/** The account of a credential. */
interface Authenticated {
  credentials?: { password?: string | null } | null;
}

/**
 * Makes Strapi's own routes, the panel's included, refuse accounts that still have the password of the first start, except to
 * change it. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi authenticates in another way.
 */
export function requirePasswordChange(): void {
  const authentication = app().get('auth') as Authentication;
  const { verify } = authentication;
  assertStrapiHas(verify, 'authentication with "verify"');
  authentication.verify = async (auth, config) => {
    if (!ALLOWED.has(requestedAction()) && (await isFirstPassword(auth?.credentials?.password)))
      throw new errors.PolicyError(REQUIRED);
    return verify.call(authentication, auth, config);
  };
  // Strapi would accept the same password, and store a different hash of it.
  wrapAction('admin::authenticated-user', 'updateMe', async (ctx, update) => {
    const { currentPassword, password } = requestBody(ctx);
    const { user } = ctx.state as { user?: { password?: string } };
    if (password !== undefined && password === currentPassword && (await isFirstPassword(user?.password)))
      throw new errors.ValidationError(SAME);
    return update();
  });
}

function requestedAction(): string {
  const { route } = (app().requestContext.get()?.state ?? {}) as {
    route?: { handler?: unknown; info?: { pluginName?: string } };
  };
  return `${route?.info?.pluginName} ${route?.handler}`;
}
