import { engine } from '@strapi/permissions';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import { currentVersions } from '../../../../rostra/server/src/store/readers';
import { memoizeByVersion } from '../../../../rostra/server/src/store/versions/memoize';
import type { Feature } from '../../../server/feature';

/** Capacity of the cache, in people. */
const MAX_CACHED = 200;

interface User {
  id: number | string;
  roles?: { id: number }[];
}

/** A rule of a CASL ability. */
interface Rule {
  action: string;
  subject: string;
  fields?: string[];
  conditions?: Record<string, unknown>;
}

interface Ability {
  rules: Rule[];
}

/** The part of Strapi's permission service that we use. */
interface Permissions {
  engine: { generateUserAbility(user: User): Promise<Ability> };
  findUserPermissions(user: User): Promise<{ conditions: string[] }[]>;
}

/**
 * Caches each person's ability in the panel. Strapi builds it for every request from all permissions of their roles, which
 * takes longer than most requests, and a form sends twenty of them. A change of roles or permissions takes effect with
 * the next request.
 */
export const abilities: Feature = {
  register(strapi) {
    const remembered = memoizeByVersion<Rule[] | null>(permissionTables, MAX_CACHED);
    strapi.get('services').extend('admin::permission', (service: Permissions) => {
      const generate = (user: User) => service.engine.generateUserAbility(user);
      const abilityOf = async (user: User): Promise<unknown> => {
        // Without the versions, build a fresh one.
        const versions = await currentVersions().catch(() => undefined);
        if (!versions) return generate(user);
        const rules = await remembered(keyOf(user), versions, async () => {
          const permissions = await service.findUserPermissions(user);
          // The outcome of a condition can change while the permissions stay the same.
          const isCacheable = permissions.every(({ conditions }) => conditions.length === 0);
          return isCacheable ? (await generate(user)).rules : null;
        });
        return rules ? abilityBy(rules) : generate(user);
      };
      return { ...service, engine: Object.create(service.engine, { generateUserAbility: { value: abilityOf } }) };
    });
  },
};

/** The tables that determine abilities: permissions, roles and their assignments. */
const permissionTables = (): string[] =>
  (tables ??= [...withLinks('admin::permission', 'role'), ...withLinks('admin::role', 'users')]);

let tables: string[] | undefined;

function withLinks(uid: string, relation: string): string[] {
  const of = modelOf(uid);
  return [of.tableName, relationOf(of, relation).table];
}

/** Cache key with the roles that Strapi just read: an entry built with outdated roles is not found again. */
const keyOf = ({ id, roles = [] }: User): string => `${id} ${roles.map((role) => role.id).sort()}`;

/** Builds an ability for each request: CASL abilities record what they were asked. */
function abilityBy(rules: Rule[]): unknown {
  const { can, build } = engine.abilities.caslAbilityBuilder();
  for (const { action, subject, fields, conditions } of rules)
    can({ action, subject, properties: { fields }, condition: conditions });
  return build();
}
