import { engine } from '@strapi/permissions';
import type { Core } from '@strapi/strapi';
import { assertFunctions } from './actions';
import { assertStrapiHas } from './assert-strapi-has';

/** An account of the panel, as Strapi reads it for each request. */
export interface PanelUser {
  id: number | string;
  roles?: { id: number }[];
}

/** A rule of a CASL ability. */
export interface AbilityRule {
  action: string;
  subject: string;
  inverted?: boolean;
  fields?: string[];
  conditions?: Record<string, unknown>;
}

/** What a person may do: a CASL ability. */
export interface Ability {
  rules: AbilityRule[];
  rulesFor(action: string, subject: string): AbilityRule[];
}

/** How Strapi computes abilities. */
export interface AbilitySource {
  /** Builds the ability from all permissions of the person's roles. */
  build(user: PanelUser): Promise<Ability>;
  permissionsOf(user: PanelUser): Promise<{ conditions: string[] }[]>;
}

interface PermissionService {
  engine: { generateUserAbility(user: PanelUser): Promise<Ability> };
  findUserPermissions(user: PanelUser): Promise<{ conditions: string[] }[]>;
}

const SERVICE = 'admin::permission';

/**
 * Replaces how Strapi computes the ability of the person behind each request of the panel. Call it while Strapi registers.
 * Checked with Strapi 5.54.0.
 * @throws StartError when Strapi computes abilities in another way.
 */
export function replaceAbilities(
  strapi: Pick<Core.Strapi, 'get'>,
  replace: (source: AbilitySource) => AbilitySource['build'],
): void {
  strapi.get('services').extend(SERVICE, (service: PermissionService): PermissionService => {
    assertFunctions(service, SERVICE, ['findUserPermissions']);
    assertFunctions(service.engine, `${SERVICE} engine`, ['generateUserAbility']);
    assertAbilities();
    const generateUserAbility = replace({
      build: (user) => service.engine.generateUserAbility(user),
      permissionsOf: (user) => service.findUserPermissions(user),
    });
    return {
      ...service,
      engine: Object.create(service.engine, { generateUserAbility: { value: generateUserAbility } }),
    };
  });
}

/** Builds an ability from the rules of another one. */
export function abilityFrom(rules: AbilityRule[]): Ability {
  const { can, build } = engine.abilities.caslAbilityBuilder();
  for (const { action, subject, fields, conditions } of rules)
    can({ action, subject, properties: { fields }, condition: conditions });
  return build() as Ability;
}

/** The ability of the person who sent a request of the panel. */
export const abilityOf = ({ state }: { state: { userAbility?: unknown } }): Ability => state.userAbility as Ability;

/** Asserts that rules have the properties from which permissions are read. */
function assertAbilities(): void {
  const rule = { action: 'read', subject: 'book', fields: ['title'], conditions: { id: 1 } };
  const [found] = abilityFrom([rule]).rulesFor(rule.action, rule.subject);
  const isComplete = found?.inverted === false && found.fields?.[0] === 'title' && found.conditions?.id === 1;
  assertStrapiHas(isComplete, 'abilities with rules that name fields and conditions');
}
