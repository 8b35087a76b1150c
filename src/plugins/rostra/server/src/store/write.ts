import type { JsonObject } from '../../../../../common/json';
import { attributeOf, type Draft, draft, type RowIdOf } from '../fields/field';
import type { Resource } from '../resource/resource';
import { type Model, modelOf, relationOf } from '../sql/model';

/** The columns, links and nested rows to write for the changed fields of a record. */
export function draftOf(resource: Resource, record: JsonObject, changed: string[], rowOf: RowIdOf): Draft {
  const result = draft();
  for (const name of changed) {
    const field = resource.fields[name];
    if (field) field.write(result, attributeOf(name, field), record[name] ?? field.empty, rowOf, record);
  }
  return result;
}

/** Converts a draft to the document service's input: to-one relations are a row id or null, others lists of row ids. */
export function documentData(uid: string, source: Draft): Record<string, unknown> {
  return dataOf(modelOf(uid), source);
}

function dataOf(target: Model, { values, links, rows }: Draft): Record<string, unknown> {
  const data: Record<string, unknown> = { ...values };
  for (const [attribute, ids] of Object.entries(links)) {
    data[attribute] = target.attributes[attribute]?.relation === 'manyToOne' ? (ids[0] ?? null) : ids;
  }
  for (const [attribute, nested] of Object.entries(rows)) {
    const { to } = relationOf(target, attribute);
    data[attribute] = nested.map((row) => dataOf(to, row));
  }
  return data;
}
