import { type ResourceReference, referrersOf, resourceByKind } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { rowId, type Scope, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { refersTo } from '../../../../rostra/server/src/store/referrers';
import type { Use } from '../shared/where-used';

/** A field of a content type, as permissions name it: `act_features.act_dir`. */
export interface Field {
  uid: string;
  field: string;
}

/** A way in which records of a resource refer to one of a kind: by themselves, or through records that go along with it. */
export interface Way {
  of: Resource;
  use: Omit<Use, 'count'>;
  /** What tells of it: fields as permissions name them. */
  reads: Field[];
  /** SQL: the record that the scope is open on does so; `row` is Strapi's row of the record referred to. */
  holds(scope: Scope, row: Sql): Sql;
}

/** Every way in which records refer to those of a kind, and every way in which what goes along with them is required. */
export function waysTo(kind: string): Way[] {
  const direct = referrersOf(kind);
  const along = direct.filter(({ onDelete }) => onDelete === 'cascade');
  return [...direct.map(directWay), ...along.flatMap((child) => through(child, [kind]))];
}

const directWay = (of: ResourceReference): Way => ({
  of: of.resource,
  use: { attribute: labelled(of), effect: of.onDelete, ...(of.condition ? {} : { path: of.attributes }) },
  reads: [fieldOf(of)],
  holds: (scope, row) => refersTo(of, scope, row),
});

/** What requires the records that go along with one of the kinds passed on the way. */
function through(child: ResourceReference, passed: string[]): Way[] {
  const { kind, uid } = child.resource;
  if (passed.includes(kind)) return [];
  const children = (row: Sql): Sql => {
    const scope = scopeOf(uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${refersTo(child, scope, row)}`;
  };
  return referrersOf(kind).flatMap((of): Way[] => {
    if (of.onDelete === 'cascade') return through(of, [...passed, kind]).map((way) => nested(way, child, children));
    if (of.onDelete !== 'restrict') return [];
    const path = of.condition || child.condition ? {} : { path: [...of.attributes, ...child.attributes] };
    const use = { attribute: labelled(of), effect: of.onDelete, through: resourceByKind(kind).uid, ...path };
    return [
      {
        of: of.resource,
        use,
        reads: [fieldOf(of), fieldOf(child)],
        holds: (scope, row) => refersTo(of, scope, children(row)),
      },
    ];
  });
}

/** A way to what goes along with a record, as a way to the record. */
const nested = (
  { of, use: { path: _, ...use }, reads, holds }: Way,
  child: ResourceReference,
  children: (row: Sql) => Sql,
): Way => ({
  of,
  use,
  reads: [...reads, fieldOf(child)],
  holds: (scope, row) => holds(scope, children(row)),
});

const fieldOf = (of: ResourceReference): Field => ({
  uid: of.resource.uid,
  field: of.condition ? labelled(of) : of.attributes.join('.'),
});

/** The field of a JSON list stands for itself; a relation is known by its attribute. */
const labelled = ({ condition, field, attributes }: ResourceReference): string =>
  (condition ? field.split(/[[.]/)[0] : attributes[0]) ?? field;
