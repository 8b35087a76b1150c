import type { JsonObject } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { readInteger } from '../filters';
import { answers } from '../http/answers';
import { publicIdIn as identifierIn } from '../http/match';
import { type Call, defineEndpoint, type Endpoint } from '../resource/endpoint';
import type { Resource } from '../resource/resource';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import { run } from '../store/database';
import { findStart } from '../store/history/lookups';
import { findRevision, listRevisions, type StoredRevision } from '../store/history/revisions';
import { ACTION, actorIn, CHANGE_PROPERTIES, changedFields, hasReadableHistory, mayReadHistory } from './rows';

/** Revisions in one answer. */
const PAGE = 50;

/** The operations that read the history of a resource's records. */
export const historyEndpoints = (resource: Resource): Endpoint[] =>
  hasReadableHistory(resource) ? [listOf(resource), detailOf(resource)] : [];

/** `GET …/:id/history`: what changed a record, the latest first. */
const listOf = (resource: Resource): Endpoint =>
  defineEndpoint({
    api: resource.kind,
    name: 'history',
    method: 'GET',
    path: `${resource.paths.read}/:id/history`,
    access: 'editor',
    isExtension: true,
    description: 'Lists what changed a record, the latest first; also for deleted records.',
    parts: { id: ID },
    parameters: {
      before: {
        parse: readInteger,
        isExtension: true,
        description: 'only changes before this one: `next` of the previous answer',
        schema: { type: 'integer' },
      },
    },
    example: () => EXAMPLE,
    answers: {
      status: 200,
      schema: () => objectOf({ rows: arrayOf(ROW), next: orNull({ type: 'integer' }), found_at: FOUND_AT }),
    },
    failures: { 404: 'NOT_FOUND: there has never been such a record.' },
    answer: async (call) => {
      const { before } = call.query;
      const publicId = publicIdOf(call, resource);
      const start = await findStart(resource.name, publicId, run);
      if (!start) throw errors.notFound();
      const found = await listRevisions(resource.name, publicId, { before, limit: PAGE + 1 }, run);
      const rows = found.slice(0, PAGE);
      const next = found.length > PAGE ? (rows.at(-1)?.change ?? null) : null;
      return answers.read(JSON.stringify({ rows: rows.map(rowOf), next, found_at: start.foundAt }));
    },
  });

/** `GET …/:id/history/:change`: what one change did to a record. */
const detailOf = (resource: Resource): Endpoint =>
  defineEndpoint({
    api: resource.kind,
    name: 'readHistory',
    method: 'GET',
    path: `${resource.paths.read}/:id/history/:change`,
    access: 'editor',
    isExtension: true,
    description: 'Answers what one change did to a record: the values of its fields before and after.',
    parts: { id: ID, change: { description: 'The change.', schema: { type: 'integer', minimum: 1 } } },
    example: () => EXAMPLE,
    answers: {
      status: 200,
      schema: () => objectOf({ ...ROW_PROPERTIES, before: orNull(FIELDS), after: orNull(FIELDS) }),
    },
    failures: { 404: 'NOT_FOUND: the change does not exist, or did not change the record.' },
    answer: async (call) => {
      const publicId = publicIdOf(call, resource);
      const change = identifierIn(call.path.change);
      const found = change === undefined ? undefined : await findRevision(resource.name, publicId, change, run);
      if (!found) throw errors.notFound();
      return answers.read(JSON.stringify({ ...rowOf(found), ...valuesOf(found) }));
    },
  });

export const ID = { description: 'The identifier of the record.', schema: { type: 'integer', minimum: 0 } };

const FOUND_AT = orNull({
  type: 'integer',
  format: 'int64',
  description:
    'when history began with the record as it was found, in epoch milliseconds; null if history saw its creation',
});

export const FIELDS = {
  type: 'object',
  description: 'values by field, references as identifiers',
  additionalProperties: true,
};

const ROW_PROPERTIES = {
  change: { type: 'integer', minimum: 1, description: 'identifies the change in all records that it changed' },
  action: ACTION,
  kind: { type: 'string', enum: ['write', 'import', 'undo', 'restore', 'found'] },
  ...CHANGE_PROPERTIES,
  fields: arrayOf({ type: 'string' }),
  note: orNull({ type: 'string' }),
  request: orNull({ type: 'string' }),
  batch: orNull({ type: 'integer' }),
};

const ROW = objectOf(ROW_PROPERTIES);

const EXAMPLE: JsonObject = {
  id: 12,
  change: 1204,
  at: 1_763_800_000_000,
  action: 'change',
  kind: 'write',
  door: 'panel',
  name: '林編輯',
};

/** The identifier in the path. Errors: FORBIDDEN without permission to read such records; NOT_FOUND if it is malformed. */
export function publicIdOf({ principal, path }: Call, resource: Resource): number {
  if (!mayReadHistory(principal, resource)) throw errors.forbidden();
  const publicId = identifierIn(path.id);
  if (publicId === undefined) throw errors.notFound();
  return publicId;
}

const rowOf = ({
  change,
  at,
  action,
  kind,
  door,
  actor,
  fields,
  note,
  request,
  batch,
}: StoredRevision): JsonObject => ({
  change,
  action,
  kind,
  at,
  door,
  by: actorIn(actor),
  fields: changedFields(action, fields),
  note,
  request,
  batch,
});

/** The values of a revision's fields before and after it, without erased ones; null where there was no record. */
function valuesOf({ action, fields }: StoredRevision): { before: JsonObject | null; after: JsonObject | null } {
  if (!fields || action === 'create') return { before: null, after: null };
  if (action === 'remove') return { before: fields, after: null };
  const side = (index: 0 | 1) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, values]) =>
        Array.isArray(values) ? [[name, values[index] ?? null] as const] : [],
      ),
    );
  return { before: side(0), after: side(1) };
}
