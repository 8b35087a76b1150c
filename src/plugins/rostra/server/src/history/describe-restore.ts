import type { JsonObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import { errors, type Fault } from '../errors/errors';
import type { PlanRefusal } from '../plan/applying/refusals';
import type { Permit, RestoreResult } from '../plan/restoring/perform';
import { describeConflict } from '../plan/restoring/walk';
import { allResources, resourceByName } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { mayReadHistory } from './rows';

/** A conflict or a fault in a record. */
export interface Problem extends Fault {
  resource: string;
  id: number;
}

/** What a restore does, as its sender may see it. */
export interface Description {
  change: number | null;
  count: number;
  records: JsonObject[];
  conflicts: Problem[];
  /** Why it is refused, the first of them. */
  faults: Problem[];
  /** Why other records stay as they are. */
  left: Problem[];
  /** Whether some of them could be left as they are. */
  canLeave: boolean;
}

/** The most faults of an answer. */
const MAX_FAULTS = 1_000;

const VERBS = { create: 'create', change: 'update', remove: 'delete' } as const;

/** Checks the sender's permission for each record. Errors: FORBIDDEN. Who may update a record may also write its children. */
export function permitOf({ may }: Principal): Permit {
  const mayWrite = (resource: Resource, verb: string): boolean => {
    const parents = allResources().filter(({ fields }) =>
      Object.values(fields).some(({ children }) => children?.kind === resource.kind),
    );
    return (
      may(`${resource.uid}.${verb}`) || (parents.length > 0 && parents.every((parent) => may(`${parent.uid}.update`)))
    );
  };
  return ({ resource, action }, isReturn) => {
    if (!isReturn && !mayWrite(resourceByName(resource), VERBS[action])) throw errors.forbidden();
  };
}

/** Describes a restore; without values and people in the history of records that the sender may not read. */
export function describe(
  { change, count, changes, conflicts, refusals, left, canLeave }: RestoreResult,
  principal: Principal,
): Description {
  const isReadable = (name: string) => mayReadHistory(principal, resourceByName(name));
  const problemsIn = (some: PlanRefusal[]): Problem[] =>
    some.flatMap(({ resource, number: id, faults }) =>
      faults.map(({ path, code, message }) => ({
        resource,
        id,
        path,
        code,
        message: isReadable(resource) ? message : 'cannot be restored as it was',
      })),
    );
  return {
    change: change ?? null,
    count,
    records: changes.map(({ resource, number: id, action, from, to }) => ({
      resource,
      id,
      action,
      before: action === 'change' && isReadable(resource) ? from : null,
      after: action !== 'remove' && isReadable(resource) ? to : null,
    })),
    conflicts: conflicts.map((conflict) => ({
      resource: conflict.resource,
      id: conflict.publicId,
      path: conflict.path,
      code: 'CHANGED_SINCE',
      message: isReadable(conflict.resource) ? describeConflict(conflict) : 'has been changed since',
    })),
    faults: problemsIn(refusals.slice(0, MAX_FAULTS)),
    left: problemsIn(left),
    canLeave,
  };
}
