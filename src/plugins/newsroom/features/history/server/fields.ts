import { isObject } from '../../../../../common/json';
import { attributeOf, type Field, type ReferencePath, type Schema } from '../../../../rostra/server/src/fields/field';
import { resourceByKind } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import type { FieldInfo, FieldName } from '../shared/history';

const described = new Map<string, FieldInfo[]>();

/** Describes the stored fields of a resource for people: one entry for each field of the form, or group of fields that store one choice. */
export function fieldsOf(resource: Resource): FieldInfo[] {
  const known = described.get(resource.name);
  if (known) return known;
  const { uid, key } = resource;
  const fields = Object.fromEntries(Object.entries(resource.fields).filter(([name]) => name !== key.name));
  const infos = describe(fields, uid);
  described.set(resource.name, infos);
  return infos;
}

/** The entries that revisions name by these fields of the API. */
export function namedFields(resource: Resource, names: string[]): FieldName[] {
  const wanted = new Set(names);
  return fieldsOf(resource)
    .filter(({ name, of }) => wanted.has(name) || (typeof of === 'object' && wanted.has(of.by)))
    .map(({ name, attributes }) => ({ name, attributes }));
}

/** `uid` is the model with the attributes; unset for rows that are stored as JSON. */
function describe(fields: Record<string, Field>, uid?: string): FieldInfo[] {
  const names = Object.keys(fields);
  return names.flatMap((name, index): FieldInfo[] => {
    const field = fields[name] as Field;
    if (field.isDerived || field.kind === 'oneOfType') return [];
    if (field.kind !== 'oneOfId') return [describeField(name, field, uid)];
    // Its type precedes it.
    const by = names[index - 1] as string;
    const types = typesIn((fields[by] as Field).schema);
    const uids = types.flatMap((type) => {
      const [reference] = field.references?.(null, '', { [by]: type, [name]: 1 }) ?? [];
      return reference ? [[type, resourceByKind(reference.kind).uid] as const] : [];
    });
    const { attributes = [] } = field.choice ?? {};
    return [{ name, attributes, kind: 'reference', of: { by, uids: Object.fromEntries(uids) } }];
  });
}

const typesIn = ({ enum: all, examples }: Schema): string[] => ((all ?? examples ?? []) as unknown[]).map(String);

function describeField(name: string, field: Field, uid?: string): FieldInfo {
  const attribute = attributeOf(name, field);
  const own = { name, attributes: [attribute] };
  if (field.children) {
    const child = resourceByKind(field.children.kind);
    const rows = propertiesOf(field.schema);
    const shown = Object.fromEntries(Object.entries(child.fields).filter(([each]) => each in rows));
    return { ...own, kind: 'rows', nested: describe(shown, child.uid), labels: child.uid };
  }
  if (field.nested) {
    const labels = uid === undefined ? undefined : relationOf(modelOf(uid), attribute).to.uid;
    return { ...own, kind: 'rows', nested: describe(field.nested, labels), ...(labels && { labels }) };
  }
  const paths = field.referencePaths?.(attribute, name) ?? [];
  if (Object.keys(propertiesOf(field.schema)).length > 0)
    return { ...own, kind: 'rows', ...describeSchema(field.schema, name, { paths, attribute, labels: uid }) };
  const [path] = paths;
  if (path) return { ...own, kind: 'reference', of: resourceByKind(path.kind).uid };
  return { ...own, kind: KINDS[field.kind] ?? 'value' };
}

const KINDS: Record<string, FieldInfo['kind']> = { text: 'text', epochMs: 'time', utcText: 'time' };

/** The fields of rows that are stored as JSON: from their schema and the references in them. `labels` is the content type whose `attribute` names them. */
const describeSchema = (
  schema: Schema,
  path: string,
  about: { paths: ReferencePath[]; attribute: string; labels: string | undefined },
): Pick<FieldInfo, 'nested' | 'labels'> => ({
  nested: Object.entries(propertiesOf(schema)).map(([name, inner]): FieldInfo => {
    const at = `${path}[].${name}`;
    const own = { name, attributes: [`${about.attribute}.${name}`] };
    const reference = about.paths.find(({ field }) => field === at);
    if (reference) return { ...own, kind: 'reference', of: resourceByKind(reference.kind).uid };
    const isRows = Object.keys(propertiesOf(inner)).length > 0;
    return isRows ? { ...own, kind: 'rows', ...describeSchema(inner, at, about) } : { ...own, kind: 'value' };
  }),
  ...(about.labels && { labels: about.labels }),
});

/** The properties of the items of an array. */
function propertiesOf({ items }: Schema): Record<string, Schema> {
  const properties = isObject(items) ? items.properties : undefined;
  return isObject(properties) ? (properties as Record<string, Schema>) : {};
}
