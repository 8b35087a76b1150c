import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Permit } from '../../../../rostra/server/src/plan/restoring/perform';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import { abilityOf, may } from '../../../server/permissions';
import { mayOf } from '../../content-import/server/permissions';
import { namedFields } from './fields';
import { partsOf } from './reader';

const VERBS = { create: 'create', remove: 'delete' } as const;

/** Checks changes. Errors: 403 unless the sender may write all fields of records that come or go, and the changed ones of others. */
export function permitOf(ctx: Context): Permit {
  const ability = abilityOf(ctx);
  const mayWhole = mayOf(strapi, ability);
  const isAllowed = ({ resource: name, action, to }: Change): boolean => {
    const resource = resourceByName(name);
    if (action !== 'change') return mayWhole(VERBS[action], resource);
    const attributes = namedFields(resource, Object.keys(to)).flatMap((field) => field.attributes);
    return may(ability, 'update', resource.uid, ...attributes.flatMap((attribute) => partsOf(resource.uid, attribute)));
  };
  return (change, isReturn) => {
    if (!isReturn && !isAllowed(change)) throw new errors.ForbiddenError(`your role may not write ${change.resource}`);
  };
}
