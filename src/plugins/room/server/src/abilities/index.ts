import { versionsNow } from '../../../../rostra/server/src/store/readers';
import { whileUnmoved } from '../../../../rostra/server/src/store/versions/while-unmoved';
import type { Feature } from '../feature';

/** What makes people's abilities; the other tables of permissions are of API tokens. */
const DECIDING = ['admin_permissions', 'admin_permissions_role_lnk', 'admin_roles', 'admin_users_roles_lnk'];
const MAX_KNOWN = 1_000;

interface User {
  id: number | string;
}

/** What we need of Strapi's service of permissions; it knows more. */
interface Permissions {
  engine: { generateUserAbility(user: User): Promise<unknown> };
  findUserPermissions(user: User): Promise<{ conditions: string[] }[]>;
}

/**
 * Remembers what each person may do in the panel. Strapi puts it together for every request, from every permission of
 * their roles, which takes longer than most of what is asked: a form asks for twenty things. Whoever loses a role or a
 * permission loses it at their next request.
 */
export const abilities: Feature = {
  register(strapi) {
    const remembered = whileUnmoved<{ ability?: unknown }>(() => DECIDING, MAX_KNOWN);
    strapi.get('services').extend('admin::permission', (service: Permissions) => {
      const generate = (user: User) => service.engine.generateUserAbility(user);
      const abilityOf = async (user: User): Promise<unknown> => {
        const found = await remembered(String(user.id), await versionsNow(), async () => {
          const permissions = await service.findUserPermissions(user);
          // What a condition says may change by itself.
          const isLasting = permissions.every(({ conditions }) => conditions.length === 0);
          return isLasting ? { ability: await generate(user) } : {};
        });
        return found?.ability ?? generate(user);
      };
      const engine = Object.create(service.engine, { generateUserAbility: { value: abilityOf } });
      return { ...service, engine };
    });
  },
};
