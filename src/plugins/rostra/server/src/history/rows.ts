import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { Principal } from '../access/principal';
import type { Schema } from '../fields/field';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { objectOf, orNull } from '../resource/schema';

/** Whether history of a resource can be read: it has values, and its records can be read by themselves. */
export const hasReadableHistory = ({ hasPrivateHistory, operations }: Resource): boolean =>
  !hasPrivateHistory && operations.includes('read');

/** The action of the permission to read a resource's history. */
export const historyActionOf = ({ uid }: Resource): string => `${uid}.history`;

/** Whether the sender may read the history of a resource: that needs the permission to read its records, too. */
export const mayReadHistory = ({ may }: Principal, resource: Resource): boolean =>
  hasReadableHistory(resource) &&
  may(historyActionOf(resource)) &&
  (may(`${resource.uid}.findOne`) || resource.access.read === 'public');

/** The names of the resources whose history the sender may read. */
export const readableNames = (principal: Principal): string[] =>
  allResources()
    .filter((resource) => mayReadHistory(principal, resource))
    .map(({ name }) => name);

/** Who made a change, as answers show it; null if nobody is known. */
export const actorIn = ({ kind, id, name }: JsonObject): JsonObject | null =>
  typeof kind === 'string' ? { kind, id: id ?? null, name: name ?? null } : null;

/** The names of the fields that a revision changed; of a created or removed record none. */
export const changedFields = (action: string, fields: Json): string[] =>
  action === 'change' && isObject(fields) ? Object.keys(fields) : [];

/** Schemas of what answers say of a change. */
export const CHANGE_PROPERTIES: Record<string, Schema> = {
  at: { type: 'integer', format: 'int64', description: 'when it was committed, in epoch milliseconds' },
  door: {
    type: 'string',
    description:
      '`api`, `panel`, `command`, `sql`; `system` for what was there when history began, `unknown` for what was written while nothing recorded, or by a transaction that announced something else',
  },
  by: orNull(
    objectOf({
      kind: { type: 'string', description: '`user`, `token`, `panelUser`, `system` or `databaseUser`' },
      id: orNull({ type: 'integer' }),
      name: orNull({ type: 'string' }),
    }),
  ),
};

export const ACTION: Schema = { type: 'string', enum: ['create', 'change', 'remove'] };
