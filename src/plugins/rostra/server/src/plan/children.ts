import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { canonical } from '../operations/record';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { writeDrafts } from '../store/bulk/drafts';
import { insertEntries } from '../store/bulk/entries';
import type { Run } from '../store/database';
import { lock, readStored, readStoredOf, rowsBehind } from '../store/read';
import { restricting, SHOWN } from '../store/referrers';
import { documents } from '../store/strapi';
import { draftOf } from '../store/write';
import { type Applying, refuse } from './applying';
import { addToBatch } from './batch';
import { losing } from './beside';
import type { Change } from './plan';

/** A child that a record leaves out. */
export interface LeftOut {
  change: Change;
  of: Resource;
  name: string;
  number: number;
  /** The identifier of the parent that had it. */
  parent: number;
}

/** Writes the children of several parents at once: those that have rows already, and those that came without identifier. */
export async function fillChildren(
  of: Resource,
  name: string,
  parents: { row: number; record: JsonObject }[],
  run: Run,
): Promise<void> {
  const children = of.fields[name]?.children;
  if (!children || parents.length === 0) return;
  const child = resource(children.kind);
  const given = parents.flatMap(({ row, record }) => rowsIn(record, name).map((values) => ({ parent: row, values })));
  const unnamed = given.filter(({ values }) => values.id === null).map(() => ({ number: null }));
  const made = await insertEntries(model(child.uid), unnamed, child.key.attribute, run);
  const numbers = given.flatMap(({ values }) => (values.id === null ? [] : (values.id as number)));
  const rows = new Map((await readStoredOf(child, numbers, run)).map(({ number, row }) => [number, row]));
  const drafts = given.map(({ parent, values: { id, ...values } }) => {
    const row = id === null ? made.shift()?.row : rows.get(id as number);
    if (row === undefined) throw new Error(`${child.name} ${id} was deleted meanwhile`);
    const record: Record<string, Json> = { ...values, [children.parent]: 0 };
    return { row, draft: draftOf(child, record, Object.keys(record), () => parent) };
  });
  await writeDrafts(model(child.uid), drafts, run);
}

/** The children that a change leaves out. */
export function leftOutIn(
  of: Resource,
  name: string,
  { change, stored, record, parent }: { change: Change; stored: JsonObject; record: JsonObject; parent: number },
): LeftOut[] {
  const kept = new Set(rowsIn(record, name).map(({ id }) => id));
  return rowsIn(stored, name).flatMap(({ id }) =>
    kept.has(id ?? null) ? [] : [{ change, of, name, number: id as number, parent }],
  );
}

/**
 * When everything else is written: deletes the children that their parents no longer name, unless another parent has them
 * now. One that somebody has come to name since keeps the plan from being applied.
 */
export async function removeLeftOut({ batch, leftOut, refusals, run }: Applying): Promise<void> {
  for (const { change, of, name, number, parent } of leftOut) {
    const { children } = of.fields[name] ?? {};
    if (!children) continue;
    const child = resource(children.kind);
    const locked = await lock(child, { number }, run);
    const stored = locked && (await readStored(child, number, run));
    if (!locked || stored === undefined || canonical(child, stored).record[children.parent] !== parent) continue;
    const users = await usersOf(child, number, run);
    if (users.length > 0) {
      const message = `${number} is in use and cannot be left out: ${users.slice(0, SHOWN).join(', ')}`;
      refuse(refusals, change, [{ path: name, code: 'INVALID_VALUE', message }]);
      continue;
    }
    await addToBatch(batch, [{ resource: child.name, number, action: 'remove', from: {} }], run);
    await documents(child.uid).delete({ documentId: locked.documentId });
  }
}

/** The records that name a child, and the fields that do. */
async function usersOf(child: Resource, number: number, run: Run): Promise<string[]> {
  const [row] = await rowsBehind(child, [number], run);
  const { references } = row === undefined ? { references: [] } : await restricting(child.kind, row, run);
  const losers = (await losing(child, number, run)).flatMap(({ of, numbers, fields }) =>
    numbers.map((id) => ({ resource: of.name, id, field: fields.join(', ') })),
  );
  return [...references, ...losers].map(({ resource: by, id, field }) => `${by} ${id} (${field})`);
}
