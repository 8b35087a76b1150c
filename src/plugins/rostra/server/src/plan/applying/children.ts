import { type Json, type JsonObject, rowsIn } from '../../../../../../common/json';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { writeDrafts } from '../../store/bulk/drafts';
import { insertEntries } from '../../store/bulk/entries';
import type { Run } from '../../store/database';
import { lock, readStored } from '../../store/read';
import { lockStoredRecords, rowIdsOf } from '../../store/read-many';
import { findRestricting, MAX_REFERRERS } from '../../store/referrers';
import { documents } from '../../store/strapi';
import { draftOf } from '../../store/write';
import { sideEffectsOfDelete } from '../side-effects';
import type { Change } from '../types';
import type { ApplyContext, ChildRemoval } from './context';
import { refuse } from './refusals';

/** Writes the children in a field of several parents: those that have rows, and new ones, which come without id. */
export async function writeChildren(
  resource: Resource,
  field: string,
  parents: { row: number; record: JsonObject }[],
  run: Run,
): Promise<void> {
  const children = resource.fields[field]?.children;
  if (!children || parents.length === 0) return;
  const child = resourceByKind(children.kind);
  const entries = parents.flatMap(({ row, record }) =>
    rowsIn(record, field).map((values) => ({ parent: row, values })),
  );
  const fresh = entries.filter(({ values }) => values.id === null).map(() => ({ publicId: null }));
  const inserted = await insertEntries(child, fresh, run);
  const publicIds = entries.flatMap(({ values }) => (values.id === null ? [] : (values.id as number)));
  const rows = new Map(
    (await lockStoredRecords(child, publicIds, run)).map(({ publicId, rowId }) => [publicId, rowId]),
  );
  const drafts = entries.map(({ parent, values: { id, ...values } }) => {
    const row = id === null ? inserted.shift()?.rowId : rows.get(id as number);
    if (row === undefined) throw new Error(`${child.name} ${id} was deleted during the import`);
    const record: Record<string, Json> = { ...values, [children.parent]: 0 };
    return { rowId: row, draft: draftOf(child, record, Object.keys(record), () => parent) };
  });
  await writeDrafts(child, drafts, run);
}

/** The stored children that a changed parent omits. */
export function omittedChildrenOf(
  resource: Resource,
  field: string,
  { change, stored, record, parent }: { change: Change; stored: JsonObject; record: JsonObject; parent: number },
): ChildRemoval[] {
  const remaining = new Set(rowsIn(record, field).map(({ id }) => id));
  return rowsIn(stored, field).flatMap(({ id }) =>
    remaining.has(id ?? null) ? [] : [{ change, resource, field, publicId: id as number, parent }],
  );
}

/**
 * Deletes omitted children, unless another parent has taken them, and refuses those that other records refer to by now. Runs
 * after everything else is written.
 */
export async function removeOmittedChildren({ omittedChildren, refusals, run }: ApplyContext): Promise<void> {
  for (const { change, resource, field, publicId, parent } of omittedChildren) {
    const { children } = resource.fields[field] ?? {};
    if (!children) continue;
    const child = resourceByKind(children.kind);
    const locked = await lock(child, { publicId }, run);
    const stored = locked && (await readStored(child, publicId, run));
    if (!locked || stored === undefined || canonicalRecord(child, stored).record[children.parent] !== parent) continue;
    const users = await usersOf(child, publicId, run);
    if (users.length > 0) {
      const message = `${publicId} is in use and cannot be omitted: ${users.slice(0, MAX_REFERRERS).join(', ')}`;
      refuse(refusals, change, [{ path: field, code: 'INVALID_VALUE', message, reason: 'omitted' }]);
      continue;
    }
    await documents(child.uid).delete({ documentId: locked.documentId });
  }
}

/** The records that refer to a child, each with the field. */
async function usersOf(child: Resource, publicId: number, run: Run): Promise<string[]> {
  const [row] = await rowIdsOf(child, [publicId], run);
  const { references } = row === undefined ? { references: [] } : await findRestricting(child.kind, row, run);
  const optional = (await sideEffectsOfDelete(child, publicId, run)).flatMap(({ resource, publicIds, fields }) =>
    publicIds.map((id) => ({ resource: resource.name, id, field: fields.join(', ') })),
  );
  return [...references, ...optional].map(({ resource, id, field }) => `${resource} ${id} (${field})`);
}
