import type { JsonObject } from '../../../../../common/json';
import { definedIn } from '../../../../../common/maps';
import { errors, type Fault } from '../errors/errors';
import { choice, integer, text, textList } from '../fields';
import { readBoolean } from '../filters';
import { headersOf } from '../http/answers';
import { etagOf } from '../operations/etag';
import type { PlanRefusal } from '../plan/applying/refusals';
import type { RestoreResult } from '../plan/restoring/perform';
import { type RestoreOptions, restoreRecord } from '../plan/restoring/restore';
import { type Conflict, describeConflict } from '../plan/restoring/walk';
import type { Change } from '../plan/types';
import { type Call, defineEndpoint, type Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { run } from '../store/database';
import { hashesOf } from '../store/history/past';
import { FIELDS, ID, publicIdOf } from './endpoints';
import { ACTION, hasReadableHistory } from './rows';

/** The operation that restores a resource's records: for those who may write them. */
export const restoreEndpoints = (resource: Resource): Endpoint[] =>
  hasReadableHistory(resource) && resource.operations.includes('update') ? [restoreOf(resource)] : [];

/** `POST …/:id/restore`: a record as it was after a change, or some of its fields; also a deleted record. */
const restoreOf = (resource: Resource): Endpoint =>
  defineEndpoint({
    api: resource.kind,
    name: 'restore',
    method: 'POST',
    path: `${resource.paths.read}/:id/restore`,
    access: 'editor',
    isExtension: true,
    description:
      'Restores a record as it was after a change, or some of its fields. A deleted record returns with its identifier, with what was deleted along with it, and with its places in other records. All or nothing, and itself a change that can be taken back the same way. Needs the permission to update such records, and to create them for a deleted one.',
    parts: { id: ID },
    parameters: {
      dry_run: {
        parse: readBoolean,
        isExtension: true,
        description: 'only answer what would happen: `?dry_run`',
        schema: { type: 'boolean' },
      },
    },
    body: BODY,
    example: () => EXAMPLE,
    answers: {
      status: 200,
      schema: () =>
        objectOf({
          change: orNull({ type: 'integer', description: 'the new change; null if nothing was written' }),
          count: { type: 'integer', minimum: 0, description: 'how many records differ' },
          records: arrayOf(RESTORED),
          conflicts: arrayOf(PROBLEM),
          faults: arrayOf(PROBLEM),
        }),
    },
    failures: {
      404: 'NOT_FOUND: there is no such change, or the record did not exist after it.',
      409: 'CONFLICT: others have changed these fields since; `conflicts` or `fields` say what to do with them. BUSY: an import is being applied; try again when it has ended.',
    },
    answer: async (call) => {
      const publicId = publicIdOf(call, resource);
      await checkPermissions(call, resource, publicId);
      const isDryRun = call.flags.has('dry_run') && call.query.dry_run !== false;
      const result = await restoreRecord(resource, publicId, { ...optionsIn(call), isDryRun });
      if (!isDryRun) refuse(result, resource, publicId);
      const body = JSON.stringify(answerOf(result));
      return { status: 200, body, headers: headersOf({ etag: etagOf(body), ignored: call.ignored }) };
    },
  });

/** Errors: FORBIDDEN unless the sender may update such records, and create them if this one is deleted. */
async function checkPermissions({ principal }: Call, { uid, name }: Resource, publicId: number): Promise<void> {
  const isStored = (await hashesOf(name, [publicId], run)).has(publicId);
  if (!principal.may(`${uid}.update`) || (!isStored && !principal.may(`${uid}.create`))) throw errors.forbidden();
}

const BODY = {
  change: integer().required(),
  fields: textList(),
  conflicts: choice(['refuse', 'overwrite', 'keep']).default('refuse'),
  missing: choice(['refuse', 'restore', 'omit']).default('refuse'),
  note: text(),
};

const RECORD = { resource: { type: 'string' }, id: { type: 'integer', minimum: 0 } };

const RESTORED = objectOf({
  ...RECORD,
  action: ACTION,
  before: orNull({ ...FIELDS, description: 'the fields that differ; null of a record that returns' }),
  after: orNull({ ...FIELDS, description: 'the same fields as restored; null of a record that is deleted' }),
});

const PROBLEM = objectOf({
  ...RECORD,
  path: { type: 'string' },
  code: { type: 'string' },
  message: { type: 'string' },
});

const EXAMPLE: JsonObject = {
  id: 12,
  change: 1204,
  count: 1,
  resource: 'rs_bills',
  action: 'change',
  path: 'content',
  code: 'CHANGED_SINCE',
  message: 'was changed by 林編輯 (panel) on 2026-03-02T02:00:00.000Z, change 1207',
  conflicts: 'overwrite',
  missing: 'restore',
  note: '誤刪',
};

const optionsIn = ({ values }: Call): RestoreOptions => ({
  change: values.change as number,
  fields: values.fields as string[],
  ...definedIn({
    conflicts: (values.conflicts ?? undefined) as RestoreOptions['conflicts'],
    missing: (values.missing ?? undefined) as RestoreOptions['missing'],
    note: (values.note ?? undefined) as string | undefined,
  }),
});

/** Errors: INVALID_INPUT with faults, CONFLICT. The path of a fault in another record begins with that record. */
function refuse({ refusals, conflicts, change }: RestoreResult, resource: Resource, publicId: number): void {
  const faultsOf = (problems: Problem[]): Fault[] =>
    problems.map(({ resource: name, id, path, code, message }) => ({
      path: name === resource.name && id === publicId ? path : `${name}/${id}${path ? `.${path}` : ''}`,
      code,
      message,
    }));
  if (refusals.length > 0) throw errors.invalidInput(faultsOf(refusals.flatMap(faultProblems)));
  if (change === undefined && conflicts.length > 0) throw errors.conflict(faultsOf(conflicts.map(conflictProblem)));
}

const answerOf = ({ change, count, changes, conflicts, refusals }: RestoreResult): JsonObject => ({
  change: change ?? null,
  count,
  records: changes.map(recordOf),
  conflicts: conflicts.map((each) => ({ ...conflictProblem(each) })),
  faults: refusals.flatMap(faultProblems).map((each) => ({ ...each })),
});

const recordOf = ({ resource, number: id, action, from, to }: Change): JsonObject => ({
  resource,
  id,
  action,
  before: action === 'change' ? from : null,
  after: action === 'remove' ? null : to,
});

interface Problem extends Fault {
  resource: string;
  id: number;
}

const faultProblems = ({ resource, number: id, faults }: PlanRefusal): Problem[] =>
  faults.map(({ path, code, message }) => ({ resource, id, path, code, message }));

const conflictProblem = (conflict: Conflict): Problem => ({
  resource: conflict.resource,
  id: conflict.publicId,
  path: conflict.path,
  code: 'CHANGED_SINCE',
  message: describeConflict(conflict),
});
