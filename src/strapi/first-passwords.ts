import { errors } from '@strapi/utils';
import { isFirstPassword } from '../plugins/rostra/server/src/access/first-passwords';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { requestBody, wrapAction } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** What stays open, by plugin and action: whoever must change their password can see who they are, do so, or leave. */
const OPEN = new Set([
  'users-permissions auth.changePassword',
  'users-permissions auth.logout',
  'admin authenticated-user.getMe',
  'admin authenticated-user.updateMe',
  'admin authenticated-user.getOwnPermissions',
  'admin authentication.logout',
]);

/** The panel's dialog knows it by this text. */
const REQUIRED = 'PASSWORD_CHANGE_REQUIRED';
const SAME = 'The new password must be another one.';

interface Authentication {
  verify?(auth: Found | undefined, config: unknown): Promise<unknown>;
}

/** Who has been found by a credential. */
interface Found {
  credentials?: { password?: string | null } | null;
}

/**
 * Refuses everything at Strapi's own doors, the panel's among them, to who has still the password of the first start, but
 * to change it. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi has no such authentication any more.
 */
export function requirePasswordChange(): void {
  const authentication = app().get('auth') as Authentication;
  const { verify } = authentication;
  assertStrapiHas(verify, 'authentication with "verify"');
  authentication.verify = async (auth, config) => {
    if (isFirstPassword(auth?.credentials?.password) && !OPEN.has(actionAsked()))
      throw new errors.PolicyError(REQUIRED);
    return verify.call(authentication, auth, config);
  };
  // Strapi would take the same one again, and store it in another form.
  wrapAction('admin::authenticated-user', 'updateMe', async (ctx, update) => {
    const { currentPassword, password } = requestBody(ctx);
    const { user } = ctx.state as { user?: { password?: string } };
    if (isFirstPassword(user?.password) && password !== undefined && password === currentPassword)
      throw new errors.ValidationError(SAME);
    return update();
  });
}

function actionAsked(): string {
  const { route } = (app().requestContext.get()?.state ?? {}) as {
    route?: { handler?: unknown; info?: { pluginName?: string } };
  };
  return `${route?.info?.pluginName} ${route?.handler}`;
}
