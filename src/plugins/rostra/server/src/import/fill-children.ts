import { type Json, rowsIn } from '../json';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { writeDrafts } from '../store/bulk/drafts';
import { insertEntries } from '../store/bulk/entries';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { draftOf } from '../store/write';
import type { Change } from './fill';

/** Writes the children of several parents at once: those that have rows already, and those that came without identifier. */
export async function fillChildren(of: Resource, name: string, parents: Change[], run: Run): Promise<void> {
  const children = of.fields[name]?.children;
  if (!children || parents.length === 0) return;
  const child = resource(children.kind);
  const given = parents.flatMap(({ row, record }) => rowsIn(record, name).map((values) => ({ parent: row, values })));
  const unnamed = given.filter(({ values }) => values.id === null).map(() => null);
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
