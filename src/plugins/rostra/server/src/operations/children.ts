import { isEqual, type JsonObject, rowsIn } from '../../../../../common/json';
import { errors } from '../errors/errors';
import { matched } from '../fields/children';
import type { Findings } from '../fields/input';
import { input } from '../fields/input';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock } from '../store/read';
import { documents } from '../store/strapi';
import { attributeFor } from './write';

/** Gives rows without `id` that of the child they match, and notes an `id` that is none of this record's children. */
export function matchChildren(of: Resource, given: JsonObject, stored: JsonObject, findings: Findings): void {
  for (const [name, field] of Object.entries(of.fields)) {
    const rows = given[name] as JsonObject[] | undefined;
    if (!field.children || !rows) continue;
    const known = rowsIn(stored, name);
    given[name] = matched(rows, known, field.children);
    rows.forEach((row, index) => {
      if (row.id === null || known.some((child) => child.id === row.id)) return;
      input(`${name}[${index}].id`, findings).fault('UNKNOWN_REFERENCE', `is none of this record's ${name}`);
    });
  }
}

/** Writes the children of a record: updates those with `id`, makes the others, removes those not given (409 when in use). */
export async function writeChildren(
  of: Resource,
  name: string,
  parent: number,
  given: JsonObject[],
  stored: JsonObject[],
  run: Run,
): Promise<void> {
  const children = of.fields[name]?.children;
  if (!children) return;
  const child = resource(children.kind);
  const parentAttribute = attributeFor(child, children.parent);
  for (const gone of stored.filter((row) => !given.some(({ id }) => id === row.id))) {
    await documents(child.uid).delete({ documentId: await documentOf(child, gone.id as number, run) });
  }
  for (const { id, ...values } of given) {
    if (id === null) {
      await documents(child.uid).create({ data: { ...values, [parentAttribute]: parent } });
    } else if (!stored.some((row) => isEqual(row, { id: id ?? null, ...values }))) {
      await documents(child.uid).update({ documentId: await documentOf(child, id as number, run), data: values });
    }
  }
}

async function documentOf(child: Resource, number: number, run: Run): Promise<string> {
  const locked = await lock(child, { publicId: number }, run);
  if (!locked) throw errors.conflict();
  return locked.documentId;
}
