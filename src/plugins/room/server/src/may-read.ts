import { errors } from '@strapi/utils';

interface Ability {
  can(action: string, subject: string, field?: string): boolean;
}

/** Whether the panel's user may read a content type, and each of some fields of it. */
export const mayRead = (ctx: { state: { userAbility?: unknown } }, uid: string, fields: string[] = []): boolean => {
  const ability = ctx.state.userAbility as Ability;
  const reads = (field?: string) => ability.can('plugin::content-manager.explorer.read', uid, field);
  return reads() && fields.every(reads);
};

/** Refuses a panel's user who may not read these fields of a content type, with 403. */
export function mustRead(ctx: { state: { userAbility?: unknown } }, uid: string, fields: string[]): void {
  if (!mayRead(ctx, uid, fields)) throw new errors.ForbiddenError();
}
