import type { JsonObject } from '../../../../../common/json';
import { attributeOf, type Draft, draft, type RowIdOf } from '../fields/field';
import type { Resource } from '../resource/resource';
import { type Model, modelOf, relationOf } from '../sql/model';

/** The columns, links and nested rows that the changed fields of a record write. */
export function draftOf(resource: Resource, record: JsonObject, changed: string[], rowOf: RowIdOf): Draft {
  const made = draft();
  for (const name of changed) {
    const field = resource.fields[name];
    if (field) field.write(made, attributeOf(name, field), record[name] ?? field.empty, rowOf, record);
  }
  return made;
}

/** A draft in the form that the document service accepts: to-one relations as a row id or null, others as lists of row ids. */
export function documentData(uid: string, made: Draft): Record<string, unknown> {
  return dataOf(modelOf(uid), made);
}

function dataOf(of: Model, { values, links, rows }: Draft): Record<string, unknown> {
  const data: Record<string, unknown> = { ...values };
  for (const [attribute, ids] of Object.entries(links)) {
    data[attribute] = of.attributes[attribute]?.relation === 'manyToOne' ? (ids[0] ?? null) : ids;
  }
  for (const [attribute, nested] of Object.entries(rows)) {
    const { to } = relationOf(of, attribute);
    data[attribute] = nested.map((row) => dataOf(to, row));
  }
  return data;
}
