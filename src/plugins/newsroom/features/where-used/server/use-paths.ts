import type { Field } from '../../../../rostra/server/src/fields/field';
import { type ResourceReference, referrersOf, resourceByKind } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import { rowId, type Scope, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { refersTo } from '../../../../rostra/server/src/store/referrers';
import type { Effect, Use } from '../shared/where-used';

/** A field of a content type, as permissions name it: `act_features.act_dir`. */
export interface PermissionField {
  uid: string;
  field: string;
}

/** How records of a resource refer to those of a kind: directly, or through records that are deleted with them. */
export interface UsePath {
  resource: Resource;
  use: Omit<Use, 'count'>;
  /** The fields that reveal the reference, as permissions name them. */
  reads: PermissionField[];
  /** SQL condition: the record of the scope refers to one of `rows`, a query of Strapi's ids of the other records. */
  condition(scope: Scope, rows: Sql): Sql;
}

/** All paths by which records refer to those of a kind, or require records that would be deleted with them. */
export function usePathsTo(kind: string): UsePath[] {
  const direct = referrersOf(kind);
  const children = direct.filter(({ onDelete }) => onDelete === 'cascade');
  return [...direct.map(directPath), ...children.flatMap((child) => pathsThrough(child, [kind]))];
}

const directPath = (referrer: ResourceReference): UsePath => ({
  resource: referrer.resource,
  use: {
    attribute: labelOf(referrer),
    ...rowOf(referrer),
    effect: effectOf(referrer),
    ...(referrer.condition ? {} : { path: referrer.attributes }),
  },
  reads: [fieldOf(referrer)],
  condition: (scope, rows) => refersTo(referrer, scope, rows),
});

function effectOf({ resource, field, onDelete }: ResourceReference): Effect {
  if (onDelete === 'unlist') return 'row';
  return onDelete === 'clear' && isList(resource, field) ? 'unlist' : onDelete;
}

/** The field of nested rows that a delete changes while the rows stay. */
function rowOf({ resource, onDelete, condition, attributes }: ResourceReference): Pick<Use, 'row'> {
  const [outer = '', attribute] = attributes;
  if (onDelete !== 'clear' || condition || attribute === undefined) return {};
  return { row: { uid: relationOf(modelOf(resource.uid), outer).to.uid, attribute } };
}

/** Whether the field at a path such as `legislative_steps[].legislative_step_id` holds several references. */
function isList({ fields }: Resource, path: string): boolean {
  const names = path.split('[].');
  const field = names.reduce<Field | undefined>((outer, name) => outer?.nested?.[name], { nested: fields } as Field);
  return Array.isArray(field?.empty);
}

/** Paths to records that require a child; `visited` guards against cycles. */
function pathsThrough(child: ResourceReference, visited: string[]): UsePath[] {
  const { kind, uid } = child.resource;
  if (visited.includes(kind)) return [];
  const children = (rows: Sql): Sql => {
    const scope = scopeOf(uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${refersTo(child, scope, rows)}`;
  };
  return referrersOf(kind).flatMap((referrer): UsePath[] => {
    if (referrer.onDelete === 'cascade')
      return pathsThrough(referrer, [...visited, kind]).map((path) => extend(path, child, children));
    if (referrer.onDelete !== 'restrict') return [];
    const path = referrer.condition || child.condition ? {} : { path: [...referrer.attributes, ...child.attributes] };
    const use = {
      attribute: labelOf(referrer),
      effect: referrer.onDelete,
      through: resourceByKind(kind).uid,
      ...path,
    };
    return [
      {
        resource: referrer.resource,
        use,
        reads: [fieldOf(referrer), fieldOf(child)],
        condition: (scope, rows) => refersTo(referrer, scope, children(rows)),
      },
    ];
  });
}

/** Extends a path to a child into a path to the child's parent. */
const extend = (
  { resource, use: { path: _, ...use }, reads, condition }: UsePath,
  child: ResourceReference,
  children: (rows: Sql) => Sql,
): UsePath => ({
  resource,
  use,
  reads: [...reads, fieldOf(child)],
  condition: (scope, rows) => condition(scope, children(rows)),
});

const fieldOf = (referrer: ResourceReference): PermissionField => ({
  uid: referrer.resource.uid,
  field: referrer.condition ? labelOf(referrer) : referrer.attributes.join('.'),
});

/** The attribute whose label the panel shows: the field itself for a JSON list, otherwise the relation. */
const labelOf = ({ condition, field, attributes }: ResourceReference): string =>
  (condition ? field.split(/[[.]/)[0] : attributes[0]) ?? field;
