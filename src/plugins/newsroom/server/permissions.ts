import { errors } from '@strapi/utils';

interface Rule {
  inverted: boolean;
  fields?: string[];
  conditions?: unknown;
}

/** What Strapi knows of the permissions of the person who asks. */
export interface Ability {
  rulesFor(action: string, subject: string): Rule[];
}

/** What one does with records of a content type in the panel. */
export type Verb = 'read' | 'create' | 'update' | 'delete';

/** The permission that the panel's roles page grants for it. */
export const actionOf = (verb: Verb): string => `plugin::content-manager.explorer.${verb}`;

/** The permissions of the person who asks. */
export const abilityOf = (ctx: { state: { userAbility?: unknown } }): Ability => ctx.state.userAbility as Ability;

/**
 * Whether somebody may do this with every record of a content type, and with each of these fields. A permission under a
 * condition (their own records only) does not count: what is answered here is not told apart record by record.
 */
export function may(ability: Ability, verb: Verb, uid: string, ...fields: string[]): boolean {
  const rules = ability
    .rulesFor(actionOf(verb), uid)
    .filter(({ inverted, conditions }) => !inverted && isEmpty(conditions));
  return rules.length > 0 && fields.every((field) => rules.some((rule) => !rule.fields || rule.fields.includes(field)));
}

/** Refuses those who may not, with 403. */
export function must(ability: Ability, verb: Verb, uid: string, ...fields: string[]): void {
  if (!may(ability, verb, uid, ...fields)) throw new errors.ForbiddenError();
}

const isEmpty = (conditions: unknown): boolean =>
  !conditions || (typeof conditions === 'object' && Object.keys(conditions).length === 0);
