import type { Context } from 'koa';

interface Rule {
  inverted: boolean;
  fields?: string[];
  conditions?: unknown;
}

/** What Strapi knows of the permissions of the person who asks. */
export interface Ability {
  rulesFor(action: string, subject: string): Rule[];
}

const READ = 'plugin::content-manager.explorer.read';

/** The permissions of the person who asks. */
export const abilityOf = (ctx: Context): Ability => ctx.state.userAbility as Ability;

/**
 * Whether somebody may read every record of a content type, and a field of it. A permission under a condition (their own
 * records only) does not count: what is answered here is not told apart record by record.
 */
export const mayRead = (ability: Ability, uid: string, field?: string): boolean =>
  ability
    .rulesFor(READ, uid)
    .some(
      ({ inverted, fields, conditions }) =>
        !inverted && isEmpty(conditions) && (!field || !fields || fields.includes(field)),
    );

const isEmpty = (conditions: unknown): boolean =>
  !conditions || (typeof conditions === 'object' && Object.keys(conditions).length === 0);
