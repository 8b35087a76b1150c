import {
  type Ability,
  type AbilityRule,
  abilityFrom,
  type PanelUser,
  replaceAbilities,
} from '../../../../../strapi/panel-abilities';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import { currentVersions } from '../../../../rostra/server/src/store/readers';
import { memoizeByVersion } from '../../../../rostra/server/src/store/versions/memoize';
import type { Feature } from '../../../server/feature';

/** Capacity of the cache, in people. */
const MAX_CACHED = 200;

/**
 * Caches each person's ability in the panel. Strapi builds it for every request from all permissions of their roles, which
 * takes longer than most requests, and a form sends twenty of them. A change of roles or permissions takes effect with
 * the next request.
 */
export const abilities: Feature = {
  register(strapi) {
    const remembered = memoizeByVersion<AbilityRule[] | null>(permissionTables, MAX_CACHED);
    replaceAbilities(strapi, ({ build, permissionsOf }) => async (user): Promise<Ability> => {
      // Without the versions, build a fresh one.
      const versions = await currentVersions().catch(() => undefined);
      if (!versions) return build(user);
      const rules = await remembered(keyOf(user), versions, async () => {
        const permissions = await permissionsOf(user);
        // The outcome of a condition can change while the permissions stay the same.
        const isCacheable = permissions.every(({ conditions }) => conditions.length === 0);
        return isCacheable ? (await build(user)).rules : null;
      });
      // A new ability for each request: CASL abilities record what they were asked.
      return rules ? abilityFrom(rules) : build(user);
    });
  },
};

/** The tables that determine abilities: permissions, roles and their assignments. */
const permissionTables = (): string[] =>
  (tables ??= [...withLinks('admin::permission', 'role'), ...withLinks('admin::role', 'users')]);

let tables: string[] | undefined;

function withLinks(uid: string, relation: string): string[] {
  const model = modelOf(uid);
  return [model.tableName, relationOf(model, relation).table];
}

/** Cache key with the roles that Strapi just read: an entry built with outdated roles is not found again. */
const keyOf = ({ id, roles = [] }: PanelUser): string => `${id} ${roles.map((role) => role.id).sort()}`;
