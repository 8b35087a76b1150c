import {
  arrayOf,
  defineEndpoint,
  objectOf,
  orNull,
  readInteger,
  readText,
} from '../../plugins/rostra/server/src/declare';
import {
  ACTION,
  actorIn,
  answers,
  type Call,
  CHANGE_PROPERTIES,
  type Cursor,
  errors,
  INT32_MAX,
  listDeleted,
  listFeed,
  numberChanges,
  readableNames,
  run,
} from '../../plugins/rostra/server/src/operate';

/** Rows in one answer: the default and the maximum. */
const LIMIT = { usual: 100, most: 1000 };

const LIMIT_PARAMETER = {
  parse: readInteger,
  isExtension: true,
  description: `rows in the answer: ${LIMIT.usual} unless given, at most ${LIMIT.most}`,
  schema: { type: 'integer', minimum: 1, maximum: LIMIT.most },
};

const RESOURCE_PARAMETER = {
  parse: readText,
  isExtension: true,
  description: 'only these resources, by name, separated by commas: `rs_bills,rs_votes`',
  schema: { type: 'string' },
};

const cursorParameter = (description: string) => ({
  parse: readText,
  isExtension: true,
  description,
  schema: { type: 'string' },
});

const RECORD = { resource: { type: 'string' }, id: { type: 'integer', minimum: 0 } };

const NEXT = { type: 'string', description: 'the cursor of the next page' };

/** `GET /console/changes`: what changed, in the order of commits. */
const changes = defineEndpoint({
  api: 'history',
  name: 'changes',
  method: 'GET',
  path: '/console/changes',
  access: 'editor',
  isExtension: true,
  description:
    'Lists what changed, in the order of commits, without gaps. To follow all changes, ask again with `since` = `next` of the last answer. Only resources whose history the sender may read.',
  parts: {},
  parameters: {
    since: cursorParameter('only what follows: `next` of the previous answer, or a position'),
    resource: RESOURCE_PARAMETER,
    limit: LIMIT_PARAMETER,
  },
  example: () => ({
    position: 812,
    door: 'api',
    name: 'editor',
    resource: 'rs_bills',
    id: 12,
    next: '812.rs_bills.12',
  }),
  answers: {
    status: 200,
    schema: () =>
      objectOf({
        rows: arrayOf(
          objectOf({
            position: { type: 'integer', minimum: 1, description: 'the place of the change in the order of commits' },
            ...CHANGE_PROPERTIES,
            ...RECORD,
            action: ACTION,
            fields: arrayOf({ type: 'string' }),
          }),
        ),
        next: NEXT,
      }),
  },
  failures: {},
  answer: async (call) => {
    const since = cursorIn(call, 'since') ?? { position: 0 };
    const request = { resources: resourcesIn(call), limit: limitIn(call) };
    await numberChanges();
    const found = await listFeed(since, request, run);
    // A follower would wait for ever: it has a time, or the position of a database that was restored to an earlier time.
    if (since.position > found.last)
      throw invalid('since', `must be a position up to ${found.last}, the last one there is`);
    const rows = found.rows.map(({ actor, publicId, resource, action, fields, ...change }) => ({
      ...change,
      by: actorIn(actor),
      resource,
      id: publicId,
      action,
      fields,
    }));
    // A full page may have ended within a change. Otherwise a follower need not read again what it may not see.
    const next = rows.length < request.limit ? { position: Math.max(found.last, since.position) } : found.rows.at(-1);
    return answers.read(JSON.stringify({ rows, next: textOf(next ?? since) }));
  },
});

/** `GET /console/deleted`: the records that were deleted and not restored. */
const deleted = defineEndpoint({
  api: 'history',
  name: 'deleted',
  method: 'GET',
  path: '/console/deleted',
  access: 'editor',
  isExtension: true,
  description:
    'Lists deleted records, the latest first. Only resources whose history the sender may read. `…/:id/history/:change` answers a record as it was.',
  parts: {},
  parameters: {
    before: cursorParameter('only what follows: `next` of the previous answer'),
    resource: RESOURCE_PARAMETER,
    limit: LIMIT_PARAMETER,
  },
  example: () => ({
    change: 1204,
    door: 'panel',
    name: '林編輯',
    resource: 'rs_bills',
    id: 12,
    next: '1204.rs_bills.12',
  }),
  answers: {
    status: 200,
    schema: () =>
      objectOf({
        rows: arrayOf(objectOf({ ...RECORD, change: { type: 'integer', minimum: 1 }, ...CHANGE_PROPERTIES })),
        next: orNull(NEXT),
      }),
  },
  failures: {},
  answer: async (call) => {
    const limit = limitIn(call);
    const before = cursorIn(call, 'before') ?? null;
    const found = await listDeleted({ resources: resourcesIn(call), before, limit: limit + 1 }, run);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const next = found.length > limit && last ? textOf({ ...last, position: last.change }) : null;
    return answers.read(
      JSON.stringify({
        rows: rows.map(({ resource, publicId, change, at, door, actor }) => ({
          resource,
          id: publicId,
          change,
          at,
          door,
          by: actorIn(actor),
        })),
        next,
      }),
    );
  },
});

/** The reads of the history of all resources. */
export const history = [changes, deleted];

const invalid = (path: string, message: string) => errors.invalidInput([{ path, code: 'INVALID_VALUE', message }]);

/** The resources to list. Errors: INVALID_INPUT for an unknown one, or one whose history the sender may not read. */
function resourcesIn({ principal, query }: Call): string[] {
  const readable = readableNames(principal);
  if (query.resource === undefined) return readable;
  const names = String(query.resource).split(',');
  const unknown = names.filter((name) => !readable.includes(name));
  if (unknown.length > 0) throw invalid('resource', `has no history to read: ${unknown.join(', ')}`);
  return names;
}

function limitIn({ query: { limit } }: Call): number {
  if (limit === undefined) return LIMIT.usual;
  const count = limit as number;
  if (count < 1 || count > LIMIT.most) throw invalid('limit', `must be between 1 and ${LIMIT.most}`);
  return count;
}

const CURSOR = /^(\d{1,15})(?:\.([a-z_]{1,63})\.(\d{1,10}))?$/;

/** The cursor in a parameter; undefined if it is not given. */
function cursorIn({ query }: Call, name: string): Cursor | undefined {
  if (query[name] === undefined) return undefined;
  const [, position, resource, publicId] = CURSOR.exec(String(query[name])) ?? [];
  if (position === undefined || Number(publicId ?? 0) > INT32_MAX)
    throw invalid(name, 'must be `next` of an earlier answer');
  return { position: Number(position), ...(resource ? { resource, publicId: Number(publicId) } : {}) };
}

const textOf = ({ position, resource, publicId }: Cursor): string =>
  resource === undefined ? String(position) : `${position}.${resource}.${publicId}`;
