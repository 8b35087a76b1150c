import { isEqual, type JsonObject, rowsIn } from '../../../../../common/json';
import { deletionOf } from '../../../../../strapi/write-events';
import { errors } from '../errors/errors';
import { matchRows } from '../fields/children';
import { type Findings, parseContext } from '../fields/parse-context';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { draftCalls } from '../store/bulk/drafts';
import { insertCall } from '../store/bulk/entries';
import { deletionCalls } from '../store/bulk/remove';
import type { RowDraft, TakeRowId } from '../store/bulk/statements';
import { type Call, type Run, runAll } from '../store/database';
import { lock } from '../store/read';
import { draftOf } from '../store/write';
import type { WriteTransaction } from '../store/write-transaction';
import { removeDependents } from './dependents';
import { tableOf } from './write';

/** Sets the `id` of rows that match a child but carry none; notes a fault for an `id` of a record that is not a child. */
export function matchChildren(resource: Resource, record: JsonObject, stored: JsonObject, findings: Findings): void {
  for (const [name, field] of Object.entries(resource.fields)) {
    const rows = record[name] as JsonObject[] | undefined;
    if (!field.children || !rows) continue;
    const known = rowsIn(stored, name);
    record[name] = matchRows(rows, known, field.children);
    rows.forEach((row, index) => {
      if (row.id === null || known.some((child) => child.id === row.id)) return;
      parseContext(`${name}[${index}].id`, findings).fault('UNKNOWN_REFERENCE', `is not one of this record's ${name}`);
    });
  }
}

/** The children of a record in one of its fields: as they shall be, and as they are stored. */
interface ChildRows {
  /** The parent's row id. */
  parent: number;
  rows: JsonObject[];
  stored: JsonObject[];
}

/**
 * Deletes the children that are not in `rows` (409 when in use); returns the statements that update rows with `id` and create the
 * others.
 */
export async function childCalls(
  resource: Resource,
  name: string,
  { parent, rows, stored }: ChildRows,
  { run, note }: Pick<WriteTransaction, 'run' | 'note'>,
  takeRowId: TakeRowId,
): Promise<Call[]> {
  const children = resource.fields[name]?.children;
  if (!children) return [];
  const child = resourceByKind(children.kind);
  for (const removed of stored.filter((row) => !rows.some(({ id }) => id === row.id))) {
    const rowId = await lockChild(child, removed, run);
    await removeDependents(child, rowId, { run, note });
    note(await deletionOf(child.uid, rowId));
    await runAll(deletionCalls(child, [rowId]), run);
  }
  const changed = rows.filter((row) => row.id !== null && !stored.some((known) => isEqual(known, row)));
  const changedIds = await Promise.all(changed.map((row) => lockChild(child, row, run)));
  const updates = changed.map(({ id: _, ...values }, index): RowDraft => {
    const rowId = changedIds[index] ?? 0;
    note({ action: 'update', uid: child.uid, rowId });
    return { rowId, draft: draftOf(child, values, Object.keys(values), () => parent) };
  });
  const fresh = rows
    .filter((row) => row.id === null)
    .map(({ id: _, ...values }): RowDraft => {
      const rowId = takeRowId(tableOf(child));
      const record: JsonObject = { ...values, [children.parent]: 0 };
      note({ action: 'create', uid: child.uid, rowId });
      return { rowId, draft: draftOf(child, record, Object.keys(record), () => parent), isNew: true };
    });
  const entries = fresh.map(({ rowId, draft: { values } }) => ({ publicId: null, rowId, values }));
  const nested = fresh.map((each) => ({ ...each, draft: { ...each.draft, values: {} } }));
  return [
    ...(entries.length > 0 ? [insertCall(child, entries)] : []),
    ...draftCalls(child, [...updates, ...nested], takeRowId),
  ];
}

async function lockChild(child: Resource, { id }: JsonObject, run: Run): Promise<number> {
  const locked = await lock(child, { publicId: id as number }, run);
  if (!locked) throw errors.conflict();
  return locked.rowId;
}
