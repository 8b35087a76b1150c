import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import { abilityOf, may } from '../../../server/permissions';
import { mayOf } from '../../content-import/server/permissions';
import { namedFields } from './fields';
import { partsOf } from './reader';

const VERBS = { create: 'create', remove: 'delete' } as const;

/** Errors: 403 unless the sender may write these records: all fields of those that come or go, and the changed ones of others. */
export function mustWrite(ctx: Context, changes: Change[]): void {
  const ability = abilityOf(ctx);
  const mayWhole = mayOf(strapi, ability);
  const isAllowed = ({ resource: name, action, to }: Change): boolean => {
    const resource = resourceByName(name);
    if (action !== 'change') return mayWhole(VERBS[action], resource);
    const attributes = namedFields(resource, Object.keys(to)).flatMap((field) => field.attributes);
    return may(ability, 'update', resource.uid, ...attributes.flatMap((attribute) => partsOf(resource.uid, attribute)));
  };
  refuse(changes.filter((change) => !isAllowed(change)));
}

const INVERSE = { create: 'delete', change: 'update', remove: 'create' } as const;

/** Errors: 403 unless the sender may take back whatever was done to records, in all fields: for changes too large to list. */
export function mustRevert(ctx: Context, done: Pick<Change, 'resource' | 'action'>[]): void {
  const mayWhole = mayOf(strapi, abilityOf(ctx));
  refuse(done.filter(({ resource, action }) => !mayWhole(INVERSE[action], resourceByName(resource))));
}

function refuse(refused: { resource: string }[]): void {
  if (refused.length === 0) return;
  const names = [...new Set(refused.map(({ resource }) => resource))];
  throw new errors.ForbiddenError(`your role may not write ${names.join(', ')}`);
}
