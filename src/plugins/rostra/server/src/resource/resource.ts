import { attributeOf, type Field } from '../fields/field';
import type { Input } from '../fields/input';
import { epochMs, utcText } from '../fields/timestamp';
import type { Filter, FilterGroup } from '../filters/filter';
import type { JsonObject } from '../json';
import type { Shape } from './shape';

/** Who may call an operation when nothing else is set up: a marker of the specification ("Authentication"). */
export type Access = 'public' | 'editor';

/** What a resource offers. */
export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove';

/** A rule between the fields of a record; notes faults below `at`. Fields may be null where input was wrong. */
export type Rule = (record: JsonObject, at: Input) => void;

/** What a resource declares; everything left out has the usual value. */
interface Declaration {
  /** Path of the list; the last part names the resource in files and in `references`. */
  path: string;
  paged?: boolean;
  access?: Partial<Record<Operation, Access>>;
  operations?: Operation[];
  /** The public identifier: field of the API and attribute. */
  key?: { name: string; attribute: string; field?: Field };
  /** Fields to sort by, `-` for descending (nothing last); the identifier makes the order total. */
  order?: string[];
  /** How the times of creation and last change are written with `?full`. */
  timestamps?: 'epochMs' | 'utcText';
  fields: Record<string, Field>;
  filters?: Record<string, Filter>;
  filterGroups?: FilterGroup[];
  rules?: Rule[];
  row: Shape;
  /** Default: identifier and all fields. */
  detail?: Shape;
  /** What `?full` adds to rows and details beside the times (decisions, 3.7). */
  full?: Shape;
}

/** A resource: what the service knows of one kind of record. */
export interface Resource {
  /** Singular name of the content type: `bill`. */
  kind: string;
  uid: string;
  /** Name in paths, files and errors: `rs_bills`. */
  name: string;
  path: string;
  paged: boolean;
  access: Record<Operation, Access>;
  operations: Operation[];
  key: { name: string; attribute: string; field?: Field };
  order: string[];
  timestamps: Field;
  fields: Record<string, Field>;
  filters: Record<string, Filter>;
  filterGroups: FilterGroup[];
  rules: Rule[];
  row: Shape;
  detail: Shape;
  full: Shape;
}

const ALL: Operation[] = ['list', 'read', 'create', 'update', 'remove'];

/** Declares the resource of a content type. */
export function defineResource(uid: string, declared: Declaration): Resource {
  const key = declared.key ?? { name: 'id', attribute: 'number' };
  const own = key.field ? { [key.name]: key.field } : {};
  const names = Object.keys(declared.fields).join(' ');
  return {
    kind: uid.replace(/^.*\./, ''),
    uid,
    name: declared.path.replace(/^.*\//, ''),
    path: declared.path,
    paged: declared.paged ?? false,
    access: {
      list: 'editor',
      read: 'editor',
      create: 'editor',
      update: 'editor',
      remove: 'editor',
      ...declared.access,
    },
    operations: declared.operations ?? ALL,
    key,
    order: totalOrder(declared.order ?? [], key.name),
    timestamps: declared.timestamps === 'epochMs' ? epochMs() : utcText(),
    fields: { ...own, ...declared.fields },
    filters: declared.filters ?? {},
    filterGroups: declared.filterGroups ?? [],
    rules: declared.rules ?? [],
    row: declared.row,
    detail: declared.detail ?? [key.name, names],
    full: declared.full ?? [],
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
