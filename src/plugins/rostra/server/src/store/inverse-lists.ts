import { attributeOf } from '../fields/field';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { modelOf } from '../sql/model';

/** The list fields on the other side of a relation if that side has an order of its own, else undefined. */
export function inverseListsOf(
  resource: Resource,
  attribute: string,
): { resource: Resource; fields: string[] } | undefined {
  const { target, joinTable, mappedBy, inversedBy } = modelOf(resource.uid).attributes[attribute] ?? {};
  const inverse = mappedBy ?? inversedBy;
  const other = target === undefined ? undefined : findResourceByUid(target);
  if (!joinTable?.inverseOrderColumnName || !inverse || !other) return undefined;
  const fields = Object.keys(other.fields).filter((name) => {
    const field = other.fields[name];
    return field && !field.children && attributeOf(name, field) === inverse && Array.isArray(field.empty);
  });
  return fields.length > 0 ? { resource: other, fields } : undefined;
}
