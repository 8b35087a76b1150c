import { errors } from '@strapi/utils';
import type { Ability } from '../../../strapi/panel-abilities';

export { type Ability, abilityOf } from '../../../strapi/panel-abilities';

/** What the panel does with records. */
export type Verb = 'read' | 'create' | 'update' | 'delete';

/** Returns the action that the panel's roles page grants for a verb. */
export const actionOf = (verb: Verb): string => `plugin::content-manager.explorer.${verb}`;

/**
 * Returns whether the ability allows this for every record of a content type and for each of these fields. Ignores
 * permissions with a condition, such as "own records only": the answers here are not checked record by record.
 */
export function may(ability: Ability, verb: Verb, uid: string, ...fields: string[]): boolean {
  const rules = ability
    .rulesFor(actionOf(verb), uid)
    .filter(({ inverted, conditions }) => !inverted && isEmpty(conditions));
  return rules.length > 0 && fields.every((field) => rules.some((rule) => !rule.fields || rule.fields.includes(field)));
}

/** Throws a 403 error unless `may` allows it. */
export function must(ability: Ability, verb: Verb, uid: string, ...fields: string[]): void {
  if (!may(ability, verb, uid, ...fields)) throw new errors.ForbiddenError();
}

const isEmpty = (conditions: unknown): boolean =>
  !conditions || (typeof conditions === 'object' && Object.keys(conditions).length === 0);
