import { engine } from '@strapi/permissions';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import { versionsNow } from '../../../../rostra/server/src/store/readers';
import { whileUnmoved } from '../../../../rostra/server/src/store/versions/while-unmoved';
import type { Feature } from '../../../server/feature';

/** How many people are remembered. */
const MAX_KNOWN = 200;

interface User {
  id: number | string;
  roles?: { id: number }[];
}

/** A rule as an ability holds it. */
interface Rule {
  action: string;
  subject: string;
  fields?: string[];
  conditions?: Record<string, unknown>;
}

interface Ability {
  rules: Rule[];
}

/** What we need of Strapi's service of permissions; it knows more. */
interface Permissions {
  engine: { generateUserAbility(user: User): Promise<Ability> };
  findUserPermissions(user: User): Promise<{ conditions: string[] }[]>;
}

/**
 * Remembers what each person may do in the panel. Strapi puts it together for every request, from every permission of
 * their roles, which takes longer than most of what is asked: a form asks for twenty things. Whoever loses a role or a
 * permission loses it at their next request.
 */
export const abilities: Feature = {
  register(strapi) {
    const remembered = whileUnmoved<Rule[] | null>(deciding, MAX_KNOWN);
    strapi.get('services').extend('admin::permission', (service: Permissions) => {
      const generate = (user: User) => service.engine.generateUserAbility(user);
      const abilityOf = async (user: User): Promise<unknown> => {
        // Made anew it is right, too.
        const versions = await versionsNow().catch(() => undefined);
        if (!versions) return generate(user);
        const rules = await remembered(keyOf(user), versions, async () => {
          const permissions = await service.findUserPermissions(user);
          // What a condition says may change by itself.
          const isLasting = permissions.every(({ conditions }) => conditions.length === 0);
          return isLasting ? (await generate(user)).rules : null;
        });
        return rules ? abilityBy(rules) : generate(user);
      };
      return { ...service, engine: Object.create(service.engine, { generateUserAbility: { value: abilityOf } }) };
    });
  },
};

/** The tables that decide what people may do: those of permissions and roles, and who has them. */
const deciding = (): string[] =>
  (tables ??= [...withLinks('admin::permission', 'role'), ...withLinks('admin::role', 'users')]);

let tables: string[] | undefined;

function withLinks(uid: string, relation: string): string[] {
  const of = modelOf(uid);
  return [of.tableName, relationOf(of, relation).table];
}

/** With the roles that Strapi has just read: should they be older than the versions, nobody asks for them again. */
const keyOf = ({ id, roles = [] }: User): string => `${id} ${roles.map((role) => role.id).sort()}`;

/** An ability of its own for each request: it notes in itself whatever it has been asked. */
function abilityBy(rules: Rule[]): unknown {
  const { can, build } = engine.abilities.caslAbilityBuilder();
  for (const { action, subject, fields, conditions } of rules)
    can({ action, subject, properties: { fields }, condition: conditions });
  return build();
}
