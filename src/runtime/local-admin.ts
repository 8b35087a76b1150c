import { activeSuperAdmins } from '../plugins/rostra/server/src/access/super-admin';
import type { Settings } from './settings';
import type { Strapi } from './strapi';

/** Warns when passwords are refused and nobody could sign in while the identity provider is down. */
export async function checkLocalAdmin(strapi: Strapi, { sso }: Settings): Promise<void> {
  if (!sso?.isOnly) return;
  const where = activeSuperAdmins({ email: { $eqi: sso.localAdmin } });
  if ((await strapi.db.query('admin::user').count({ where })) === 0)
    strapi.log.warn(
      'SSO_LOCAL_ADMIN is not an active Super Admin: nobody can sign in while the identity provider is down',
    );
}
