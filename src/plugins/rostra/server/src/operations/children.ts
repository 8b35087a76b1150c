import { isEqual, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { matchRows } from '../fields/children';
import { type Findings, parseContext } from '../fields/parse-context';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock } from '../store/read';
import { documents } from '../store/strapi';
import { resourceAttribute } from './write';

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

/** Writes the children of a record: updates rows with `id`, creates the others, deletes children not in `rows` (409 when in use). */
export async function writeChildren(
  resource: Resource,
  name: string,
  parent: number,
  rows: JsonObject[],
  stored: JsonObject[],
  run: Run,
): Promise<void> {
  const children = resource.fields[name]?.children;
  if (!children) return;
  const child = resourceByKind(children.kind);
  const parentAttribute = resourceAttribute(child, children.parent);
  for (const removed of stored.filter((row) => !rows.some(({ id }) => id === row.id))) {
    await documents(child.uid).delete({ documentId: await documentOf(child, removed.id as number, run) });
  }
  for (const { id, ...values } of rows) {
    if (id === null) {
      await documents(child.uid).create({ data: { ...values, [parentAttribute]: parent } });
    } else if (!stored.some((row) => isEqual(row, { id: id ?? null, ...values }))) {
      await documents(child.uid).update({ documentId: await documentOf(child, id as number, run), data: values });
    }
  }
}

async function documentOf(child: Resource, publicId: number, run: Run): Promise<string> {
  const locked = await lock(child, { publicId }, run);
  if (!locked) throw errors.conflict();
  return locked.documentId;
}
