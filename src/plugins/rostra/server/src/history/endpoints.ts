import { isObject, type JsonObject } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { answers } from '../http/answers';
import { publicIdIn } from '../http/match';
import { type Call, defineEndpoint, type Endpoint } from '../resource/endpoint';
import { arrayOf, objectOf, orNull } from '../resource/schema';
import type { Resource } from '../resource/resource';
import { run } from '../store/database';
import { findRevision, listRevisions, type StoredRevision } from '../store/history/revisions';

/** Revisions in one answer. */
const PAGE = 50;

/** The operations that read the history of a resource's records: for those who may edit them. */
export const historyEndpoints = (resource: Resource): Endpoint[] => [listOf(resource), detailOf(resource)];

/** `GET …/:id/history`: what changed a record, the latest first. */
const listOf = (resource: Resource): Endpoint =>
  defineEndpoint({
    api: resource.kind,
    name: 'history',
    method: 'GET',
    path: `${resource.paths.read}/:id/history`,
    access: 'editor',
    isExtension: true,
    description: 'Lists what changed a record, the latest first. Also for deleted records.',
    parts: { id: ID },
    parameters: {
      before: {
        parse: (text) => publicIdIn(text) ?? null,
        description: 'only changes before this one: `next` of the previous answer',
        schema: { type: 'integer', minimum: 1 },
      },
    },
    example: () => EXAMPLE,
    answers: { status: 200, schema: () => objectOf({ rows: arrayOf(ROW), next: orNull({ type: 'integer' }) }) },
    failures: { 404: 'NOT_FOUND: there has never been such a record.' },
    answer: async (call) => {
      const found = await listRevisions(resource.name, idOf(call), { before: call.query.before, limit: PAGE + 1 }, run);
      if (found.length === 0 && call.query.before === undefined) throw errors.notFound();
      const rows = found.slice(0, PAGE);
      const next = found.length > PAGE ? (rows.at(-1)?.change ?? null) : null;
      return answers.read(JSON.stringify({ rows: rows.map(rowOf), next }));
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
      schema: () => objectOf({ ...ROW_PROPERTIES, before: orNull({ type: 'object' }), after: orNull({ type: 'object' }) }),
    },
    failures: { 404: 'NOT_FOUND: the change does not exist, or did not change the record.' },
    answer: async (call) => {
      const change = publicIdIn(call.path.change);
      const found = change === undefined ? undefined : await findRevision(resource.name, idOf(call), change, run);
      if (!found) throw errors.notFound();
      return answers.read(JSON.stringify({ ...rowOf(found), ...valuesOf(found) }));
    },
  });

const ID = { description: 'Identifier of the record.', schema: { type: 'integer', minimum: 0 } };

const ROW_PROPERTIES = {
  change: { type: 'integer', minimum: 1, description: 'identifies the change in all records that it changed' },
  at: { type: 'integer', format: 'int64', description: 'when it was committed, in epoch milliseconds' },
  action: { type: 'string', enum: ['create', 'change', 'remove'] },
  door: { type: 'string', description: '`api`, `panel`, `command`, `import`, `sql`' },
  by: orNull(objectOf({ kind: { type: 'string' }, id: orNull({ type: 'integer' }), name: orNull({ type: 'string' }) })),
  fields: arrayOf({ type: 'string' }),
  note: orNull({ type: 'string' }),
  request: orNull({ type: 'string' }),
};

const ROW = objectOf(ROW_PROPERTIES);

const EXAMPLE: JsonObject = {
  change: 1204,
  at: 1_763_800_000_000,
  action: 'change',
  door: 'panel',
  kind: 'panelUser',
  id: 3,
  name: '林編輯',
};

function idOf({ path }: Call): number {
  const publicId = publicIdIn(path.id);
  if (publicId === undefined) throw errors.notFound();
  return publicId;
}

const rowOf = ({ change, at, action, door, actor, fields, note, request }: StoredRevision): JsonObject => ({
  change,
  at,
  action,
  door,
  by:
    typeof actor.kind === 'string' ? { kind: actor.kind, id: actor.id ?? null, name: actor.name ?? null } : null,
  fields: action === 'change' && isObject(fields) ? Object.keys(fields) : [],
  note,
  request,
});

/** The values of a revision's fields before and after it; null where there was no record. */
function valuesOf({ action, fields }: StoredRevision): { before: JsonObject | null; after: JsonObject | null } {
  if (!fields || action === 'create') return { before: null, after: null };
  if (action === 'remove') return { before: fields, after: null };
  const side = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, (values as JsonObject[])[index] ?? null]));
  return { before: side(0), after: side(1) };
}
