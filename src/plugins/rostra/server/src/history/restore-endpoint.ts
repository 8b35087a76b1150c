import type { JsonObject } from '../../../../../common/json';
import { definedIn } from '../../../../../common/maps';
import { errors, type Fault } from '../errors/errors';
import { choice, integer, text, textList } from '../fields';
import { readBoolean } from '../filters';
import { headersOf } from '../http/answers';
import { etagOf } from '../operations/etag';
import { type RestoreOptions, restoreRecord } from '../plan/restoring/restore';
import { type Call, defineEndpoint, type Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { run } from '../store/database';
import { hashesOf } from '../store/history/past';
import { type Description, describe, type Problem, permitOf } from './describe-restore';
import { FIELDS, ID, publicIdOf } from './endpoints';
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
      'Takes a record, or some of its fields, back to what it was after a change. A deleted record is created again with its identifier, together with the records that were deleted with it, and put back where other records named it. Everything happens in one change or not at all; that change can be taken back the same way. The sender needs the permission to update such records, and to create them if the record is deleted. Other records that are written need the permissions for those, unless all that they get back is a reference that the deletion removed. Values of records whose history the sender may not read are left out of the answer.',
    parts: { id: ID },
    parameters: {
      dry_run: {
        parse: readBoolean,
        isExtension: true,
        description: 'only try: the answer is what it would be, and nothing is written: `?dry_run`',
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
          dry_run: { type: 'boolean', description: 'whether this was only tried: then nothing was written' },
          count: { type: 'integer', minimum: 0, description: 'how many records differ' },
          records: arrayOf(RESTORED),
          conflicts: arrayOf(PROBLEM),
          faults: { ...arrayOf(PROBLEM), description: 'why other records stay as they are, with `others: "leave"`' },
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

const BODY = {
  change: integer().required(),
  // Null for all; an empty list is a fault.
  fields: { ...textList(), empty: null },
  conflicts: choice(['refuse', 'overwrite', 'keep']).default('refuse'),
  missing: choice(['refuse', 'restore', 'omit']).default('refuse'),
  others: choice(['refuse', 'leave']).default('refuse'),
  note: text(),
};

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
  others: 'leave',
  note: '誤刪',
};

const optionsIn = ({ values }: Call): RestoreOptions => ({
  change: values.change as number,
  ...definedIn({
    fields: (values.fields ?? undefined) as string[] | undefined,
    conflicts: (values.conflicts ?? undefined) as RestoreOptions['conflicts'],
    missing: (values.missing ?? undefined) as RestoreOptions['missing'],
    others: (values.others ?? undefined) as RestoreOptions['others'],
    note: (values.note ?? undefined) as string | undefined,
  }),
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
