import type { JsonObject } from '../../../../../common/json';
import { attributeOf, type Field } from '../fields/field';
import type { Input } from '../fields/input';
import { epochMs, utcText } from '../fields/timestamp';
import type { Filter, FilterGroup } from '../filters/filter';
import type { Sql } from '../sql/sql';
import type { Run } from '../store/database';
import type { ColumnOf, ContentType, FieldsOf, RelationOf } from './content-type';
import { type NamedBy, type NamesDeclared, namedBy } from './named-by';
import { namesIn, type Shape } from './shape';
import type { Part } from './title';

/** Who may call an operation when nothing else is set up: a marker of the specification ("Authentication"). */
export type Access = 'public' | 'citizen' | 'editor';

/** What a resource offers. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A rule between the fields of a record; notes faults below `at`. Fields may be null where input was wrong. */
export interface Rule<Name extends string = string> {
  (record: JsonObject, at: Input): void;
  /** The fields that it reads, for the compiler; nothing is kept here. */
  fields?: Name[];
}

/** A name of a list, `-` before it for descending. */
type By<Name extends string> = Name | `-${Name}`;

/**
 * What a resource declares; everything left out has the usual value. `S` is the content type's schema, `Name` a name of a
 * field or of the identifier: what neither knows does not compile.
 */
interface Declaration<S extends ContentType, Fields, Key extends string, Name extends string> {
  /** Path of the list, and of the other operations where `paths` says nothing else. */
  path: string;
  /** Paths of operations that the specification spells otherwise; `/:id` follows where a record is meant. */
  paths?: Partial<Record<Operation, string>>;
  /** Other paths where it is read, list and record, because consoles ask there (decisions, 1.5); not described. */
  readAliases?: string[];
  /** Name in files and in `references`; by default the last part of the path. */
  name?: string;
  paged?: boolean;
  /** The specification does not have it (decisions, 7); the description says so. */
  isExtension?: boolean;
  /** Fields of bodies that the specification does not have. */
  extensions?: Name[];
  access?: Partial<Record<Operation, Access>>;
  operations?: Operation[];
  /** The public identifier: field of the API and attribute. */
  key?: { name: Key; attribute: ColumnOf<S>; field?: Field };
  /** Fields to sort by, `-` for descending (nothing last); the identifier makes the order total. */
  order?: By<Name | ColumnOf<S>>[];
  /** By what its records may be named where an identifier is expected. */
  names?: NamesDeclared<Name>;
  /** How the times of creation and last change are written with `?full`. */
  timestamps?: 'epochMs' | 'utcText';
  fields: Fields & FieldsOf<S, Fields>;
  filters?: Record<string, Filter<ColumnOf<S>, RelationOf<S> | `${RelationOf<S>}.${string}`>>;
  filterGroups?: FilterGroup[];
  rules?: Rule<Name>[];
  row: Shape<Name, RelationOf<S>>;
  /** Default: identifier and all fields. */
  detail?: Shape<Name, RelationOf<S>>;
  /** What `?full` adds to rows and details beside the times (decisions, 3.7). */
  full?: Shape<Name, RelationOf<S>>;
  /** The relation that names the user who wrote the record last. */
  writer?: RelationOf<S>;
  /** What editors know a record by, where no attribute of its own will do: kept in `record_title`, which no answer shows. */
  title?: Part;
  /** Refuses to let a record be deleted, for a reason of its own. `row` is Strapi's. */
  beforeRemove?(row: number, run: Run): Promise<void>;
  /** Checks and completes what has come through the admin panel; within its transaction. `row` is Strapi's. */
  afterPanelWrite?(row: number, run: Run): Promise<void>;
  /** What it needs in the database beside its table. */
  beside?(): Beside;
}

/** Objects of the database: functions, made anew at each start, and others by name (a trigger: `table.trigger`), made once. */
interface Beside {
  functions: Sql[];
  objects: Record<string, Sql[]>;
}

/** A resource: what the service knows of one kind of record. */
export interface Resource {
  /** Singular name of the content type: `bill`. */
  kind: string;
  uid: string;
  /** Name in paths, files and errors: `rs_bills`. */
  name: string;
  path: string;
  paths: Record<Operation, string>;
  readAliases: string[];
  paged: boolean;
  isExtension: boolean;
  extensions: string[];
  access: Record<Operation, Access>;
  operations: Operation[];
  key: { name: string; attribute: string; field?: Field };
  order: string[];
  names: NamedBy;
  timestamps: Field;
  fields: Record<string, Field>;
  filters: Record<string, Filter>;
  filterGroups: FilterGroup[];
  rules: Rule[];
  row: Shape;
  detail: Shape;
  full: Shape;
  /** The detail and what it leaves out of the fields: all that is stored. */
  stored: Shape;
  writer?: string;
  title?: Part;
  beforeRemove?(row: number, run: Run): Promise<void>;
  afterPanelWrite?(row: number, run: Run): Promise<void>;
  beside?(): Beside;
}

const ALL: Operation[] = ['list', 'read', 'create', 'update', 'remove'];

const forAll = <T>(value: T): Record<Operation, T> => ({
  list: value,
  read: value,
  create: value,
  update: value,
  remove: value,
});

/** Declares the resource of a content type, which `schema`, its `schema.json`, names and describes to the compiler. */
export function defineResource<S extends ContentType, Fields extends Record<string, Field>, Key extends string = 'id'>(
  schema: S,
  declared: Declaration<S, Fields, Key, NoInfer<Key | (keyof Fields & string)>>,
): Resource {
  const kind = schema.info.singularName;
  const key: Resource['key'] = declared.key ?? { name: 'id', attribute: 'number' };
  const own = key.field ? { [key.name]: key.field } : {};
  const detail: Shape = declared.detail ?? [key.name, ...Object.keys(declared.fields)];
  const hidden = Object.keys(declared.fields).filter((name) => !namesIn(detail).includes(name));
  return {
    kind,
    uid: `api::${kind}.${kind}`,
    name: declared.name ?? declared.path.replace(/^.*\//, ''),
    path: declared.path,
    paths: { ...forAll(declared.path), ...declared.paths },
    readAliases: declared.readAliases ?? [],
    paged: declared.paged ?? false,
    isExtension: declared.isExtension ?? false,
    extensions: declared.extensions ?? [],
    access: { ...forAll<Access>('editor'), ...declared.access },
    operations: declared.operations ?? ALL,
    key,
    order: totalOrder(declared.order ?? [], key.name),
    names: namedBy(declared.names),
    timestamps: declared.timestamps === 'epochMs' ? epochMs() : utcText(),
    fields: { ...own, ...declared.fields },
    filters: declared.filters ?? {},
    filterGroups: declared.filterGroups ?? [],
    rules: declared.rules ?? [],
    row: declared.row,
    detail,
    full: declared.full ?? [],
    stored: hidden.length > 0 ? [...detail, ...hidden] : detail,
    ...(declared.writer ? { writer: declared.writer } : {}),
    ...(declared.title ? { title: declared.title } : {}),
    ...(declared.beforeRemove ? { beforeRemove: declared.beforeRemove } : {}),
    ...(declared.afterPanelWrite ? { afterPanelWrite: declared.afterPanelWrite } : {}),
    ...(declared.beside ? { beside: declared.beside } : {}),
  };
}

/** The identifier makes every order total, so that no row is lost or doubled between pages (decisions, 3.3). */
function totalOrder(order: string[], key: string): string[] {
  return order.some((by) => by === key || by === `-${key}`) ? order : [...order, key];
}

/** The attributes to sort by; the identifier follows the direction of the first (decisions, 3.3). Nothing comes last. */
export function orderOf(of: Resource): { attribute: string; isFalling: boolean }[] {
  const isDescending = of.order[0]?.startsWith('-') ?? false;
  return of.order.map((by) => {
    const name = by.replace(/^-/, '');
    const field = of.fields[name];
    const isKey = name === of.key.name;
    return {
      attribute: isKey ? of.key.attribute : field ? attributeOf(name, field) : name,
      isFalling: by.startsWith('-') || (isKey && isDescending),
    };
  });
}
