import { errors, type Fault } from '../errors/errors';
import type { Schema } from '../fields/field';
import { headersOf } from '../http/answers';
import { DRY_RUN } from '../operations/dry-run';
import { etagOf } from '../operations/etag';
import { restoreRecord } from '../plan/restoring/restore';
import { type Call, defineEndpoint, type Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { run } from '../store/database';
import { hashesOf } from '../store/history/past';
import { type Description, describe, type Problem, permitOf } from './describe-restore';
import { FIELDS, ID, publicIdOf } from './endpoints';
import { EXAMPLE, exampleLists, optionsIn, restoreBody } from './restore-body';
import { ACTION, hasReadableHistory } from './rows';

/** What the message of a fault in another record adds. */
const CURE = '; others: "leave" restores the rest and leaves this record as it is';

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
      'Restores a record to an earlier state. It becomes what it was after a given change, or only some of its fields do. A deleted record is created again with its identifier, together with what was deleted with it, and returns to the places where other records named it. Everything happens in one change or not at all; that change can be taken back in the same way. The sender needs the permission to update such records, and to create them if this one is deleted. Other records that are written need the same permissions, except where they only get back a reference that the deletion removed. The answer leaves out values of records whose history the sender may not read.',
    parts: { id: ID },
    parameters: DRY_RUN,
    body: restoreBody(resource),
    example: () => EXAMPLE,
    answers: {
      status: 200,
      schema: () => answerSchema(exampleLists(resource)),
    },
    failures: {
      404: 'NOT_FOUND: there is no such change, or the record did not exist after it.',
      409: 'CONFLICT: others have changed these fields since; `conflicts` or `fields` say what to do with them. BUSY: an import is being applied; try again when it has ended.',
    },
    answer: async (call) => {
      const publicId = publicIdOf(call, resource);
      await checkPermissions(call, resource, publicId);
      const { isDryRun } = call;
      const permit = permitOf(call.principal);
      const result = await restoreRecord(resource, publicId, { ...optionsIn(call), isDryRun, permit });
      const shown = describe(result, call.principal);
      refuse(shown, call.values.conflicts === 'keep', resource, publicId);
      const { change, count, records, conflicts, left: faults } = shown;
      const body = JSON.stringify({ change, dry_run: isDryRun, count, records, conflicts, faults });
      return { status: 200, body, headers: headersOf({ etag: etagOf(body), ignored: call.ignored }) };
    },
  });

/** Errors: FORBIDDEN unless the sender may update such records, and create them if this one is deleted. */
async function checkPermissions({ principal }: Call, { uid, name }: Resource, publicId: number): Promise<void> {
  const isStored = (await hashesOf(name, [publicId], run)).has(publicId);
  if (!principal.may(`${uid}.update`) || (!isStored && !principal.may(`${uid}.create`))) throw errors.forbidden();
}

const RECORD = { resource: { type: 'string' }, id: { type: 'integer', minimum: 0 } };

const RESTORED = objectOf({
  ...RECORD,
  action: ACTION,
  before: orNull({
    ...FIELDS,
    description: 'the fields that differ; null of a record that returns, or whose history is not readable',
  }),
  after: orNull({
    ...FIELDS,
    description: 'the same fields as restored; null of a record that is deleted, or whose history is not readable',
  }),
});

const PROBLEM = objectOf({
  ...RECORD,
  path: { type: 'string' },
  code: { type: 'string' },
  message: { type: 'string' },
});

const answerSchema = ({ records, conflicts, faults }: ReturnType<typeof exampleLists>): Schema =>
  objectOf({
    change: {
      ...orNull({ type: 'integer', description: 'the new change; null if nothing was written' }),
      examples: [1208],
    },
    dry_run: { type: 'boolean', description: 'whether this was only tried: then nothing was written' },
    count: { type: 'integer', minimum: 0, description: 'how many records differ' },
    records: { ...arrayOf(RESTORED), description: 'the first of them', examples: [records] },
    conflicts: {
      ...arrayOf(PROBLEM),
      description: 'fields that stay as others have made them since, with `conflicts: "keep"`',
      examples: [conflicts],
    },
    faults: {
      ...arrayOf(PROBLEM),
      description: 'why other records stay as they are, with `others: "leave"`',
      examples: [faults],
    },
  });

/**
 * Errors: INVALID_INPUT with faults; CONFLICT, if `keeps` is set only where nothing is left to restore. The path of a fault in another record
 * begins with that record, and its message ends with what can be done about it.
 */
function refuse(
  { faults, conflicts, count, canLeave }: Description,
  keeps: boolean,
  resource: Resource,
  publicId: number,
): void {
  const faultsOf = (problems: Problem[], cure = ''): Fault[] =>
    problems.map(({ resource: name, id, path, code, message }) =>
      name === resource.name && id === publicId
        ? { path, code, message }
        : { path: `${name}/${id}${path ? `.${path}` : ''}`, code, message: `${message}${cure}` },
    );
  if (faults.length > 0) throw errors.invalidInput(faultsOf(faults, canLeave ? CURE : ''));
  if (conflicts.length > 0 && (!keeps || count === 0)) throw errors.conflict(faultsOf(conflicts));
}
