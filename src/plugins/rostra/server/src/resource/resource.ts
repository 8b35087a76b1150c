import type { JsonObject } from '../../../../../common/json';
import { attributeOf, type Field } from '../fields/field';
import type { ParseContext } from '../fields/parse-context';
import { epochMs, utcText } from '../fields/timestamp';
import type { Filter, FilterGroup } from '../filters';
import { sourceFilters, sourceGroup } from '../filters/sources';
import type { Sql } from '../sql/sql';
import type { Run } from '../store/database';
import type { ColumnOf, ContentType, FieldsOf, RelationOf } from './content-type';
import { type NameDeclaration, type NameFields, nameFields } from './name-fields';
import { namesIn, type Shape } from './shape';
import type { TitlePart } from './title';

/** Who may call an operation by default (conventions 5.2). */
export type Access = 'public' | 'citizen' | 'editor';

export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A rule between the fields of a record; notes faults at `context`. Fields with invalid input may be null. */
export interface Rule<Name extends string = string> {
  (record: JsonObject, context: ParseContext): void;
  /** The fields that the rule reads: checked by the compiler, absent at run time. */
  fields?: Name[];
}

/** A name to sort by; `-` for descending. */
type SortKey<Name extends string> = Name | `-${Name}`;

/**
 * The declaration of a resource. `S` is the schema of its content type, `Name` the name of a field or of the identifier:
 * names that neither has do not compile.
 */
interface Declaration<S extends ContentType, Fields, Key extends string, Name extends string> {
  /** Path of the list, and of every operation without a path of its own. */
  path: string;
  /** Path of all operations but the list, if it differs. */
  singularPath?: string;
  /** Paths that the specification spells differently; `/:id` follows for operations on one record. */
  paths?: Partial<Record<Operation, string>>;
  /** Alternative paths of list and record (conventions 1.5). */
  readAliases?: string[];
  /** Name in files and in `references`. Default: the last part of the path. */
  name?: string;
  paged?: boolean;
  /** Not in the specification; the API description says so. */
  isExtension?: boolean;
  /** Fields of bodies that are not in the specification. */
  extensions?: Name[];
  access?: Partial<Record<Operation, Access>>;
  operations?: Operation[];
  /** The public identifier: its field in the API and its attribute. Default: `id`, stored in `number`. */
  key?: { name: Key; attribute: ColumnOf<S>; field?: Field };
  /** Fields to sort by, `-` for descending; nulls last. The identifier makes the order total. */
  order?: SortKey<Name | ColumnOf<S>>[];
  /** The names that imports accept in place of an identifier. */
  names?: NameDeclaration<Name>;
  /** How `?full` writes creation and update times. Default: `utcText`. */
  timestamps?: 'epochMs' | 'utcText';
  fields: Fields & FieldsOf<S, Fields>;
  filters?: Record<string, Filter<ColumnOf<S>, RelationOf<S> | `${RelationOf<S>}.${string}`>>;
  filterGroups?: FilterGroup[];
  rules?: Rule<Name>[];
  row: Shape<Name, RelationOf<S>>;
  /** Default: identifier and all fields. */
  detail?: Shape<Name, RelationOf<S>>;
  /** What `?full` adds to rows and details, besides the times (conventions 3.7). */
  full?: Shape<Name, RelationOf<S>>;
  /** The relation to the user who last wrote the record. */
  writer?: RelationOf<S>;
  /** What editors know a record by, if no attribute will do: stored in `record_title`, which no answer shows. */
  title?: TitlePart;
  /** Whether history records only that somebody changed a record, and none of its values. */
  hasPrivateHistory?: boolean;
  /** Throws to prevent the deletion of a record. `rowId` is Strapi's. */
  beforeRemove?(rowId: number, run: Run): Promise<void>;
  /** Checks and completes a write from the admin panel, within its transaction. `rowId` is Strapi's. */
  afterPanelWrite?(rowId: number, run: Run): Promise<void>;
  /** What the resource needs in the database besides its table. */
  databaseObjects?(): DatabaseObjects;
}

/** Database objects: functions, replaced at every start, and others by name (a trigger: `table.trigger`), created once. */
interface DatabaseObjects {
  functions: Sql[];
  objects: Record<string, Sql[]>;
}

/** A resource: a kind of record, with everything the service knows about it. */
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
  names: NameFields;
  timestamps: Field;
  fields: Record<string, Field>;
  filters: Record<string, Filter>;
  filterGroups: FilterGroup[];
  rules: Rule[];
  row: Shape;
  detail: Shape;
  full: Shape;
  /** The detail and the fields that it leaves out: everything stored. */
  stored: Shape;
  writer?: string;
  title?: TitlePart;
  hasPrivateHistory: boolean;
  beforeRemove?(rowId: number, run: Run): Promise<void>;
  afterPanelWrite?(rowId: number, run: Run): Promise<void>;
  databaseObjects?(): DatabaseObjects;
}

const ALL_OPERATIONS: Operation[] = ['list', 'read', 'create', 'update', 'remove'];

const forAll = <T>(value: T) =>
  Object.fromEntries(ALL_OPERATIONS.map((operation) => [operation, value])) as Record<Operation, T>;

/** Declares the resource of a content type; `schema`, its `schema.json`, names it and lets the compiler check the names. */
export function defineResource<S extends ContentType, Fields extends Record<string, Field>, Key extends string = 'id'>(
  schema: S,
  declaration: Declaration<S, Fields, Key, NoInfer<Key | (keyof Fields & string)>>,
): Resource {
  const kind = schema.info.singularName;
  const key: Resource['key'] = declaration.key ?? { name: 'id', attribute: 'number' };
  const own = key.field ? { [key.name]: key.field } : {};
  const detail: Shape = declaration.detail ?? [key.name, ...Object.keys(declaration.fields)];
  const name = declaration.name ?? declaration.path.replace(/^.*\//, '');
  const { filters = {}, filterGroups = [], hasPrivateHistory = false } = declaration;
  const hidden = Object.keys(declaration.fields).filter((name) => !namesIn(detail).includes(name));
  return {
    readAliases: [],
    paged: false,
    isExtension: false,
    extensions: [],
    operations: ALL_OPERATIONS,
    rules: [],
    full: [],
    ...declaration,
    kind,
    uid: `api::${kind}.${kind}`,
    name,
    filters: hasPrivateHistory ? filters : { ...filters, ...sourceFilters },
    filterGroups: hasPrivateHistory ? filterGroups : [...filterGroups, sourceGroup(name, key.attribute)],
    paths: { ...forAll(declaration.singularPath ?? declaration.path), list: declaration.path, ...declaration.paths },
    access: { ...forAll<Access>('editor'), ...declaration.access },
    key,
    order: totalOrder(declaration.order ?? [], key.name),
    names: nameFields(declaration.names),
    timestamps: declaration.timestamps === 'epochMs' ? epochMs() : utcText(),
    fields: { ...own, ...declaration.fields },
    detail,
    hasPrivateHistory,
    stored: hidden.length > 0 ? [...detail, ...hidden] : detail,
  };
}

/** Appends the identifier, which makes the order total (conventions 3.3). */
function totalOrder(order: string[], key: string): string[] {
  return order.some((by) => by === key || by === `-${key}`) ? order : [...order, key];
}

/** The attributes to sort by; the identifier takes the direction of the first (conventions 3.3). Nulls come last. */
export function orderOf(resource: Resource): { attribute: string; isDescending: boolean }[] {
  const firstIsDescending = resource.order[0]?.startsWith('-') ?? false;
  return resource.order.map((by) => {
    const name = by.replace(/^-/, '');
    const field = resource.fields[name];
    const isKey = name === resource.key.name;
    return {
      attribute: isKey ? resource.key.attribute : field ? attributeOf(name, field) : name,
      isDescending: by.startsWith('-') || (isKey && firstIsDescending),
    };
  });
}
