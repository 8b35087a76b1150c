import type { Json, JsonObject } from '../../../../../common/json';
import { column, type Scope } from '../sql/scope';
import { type Sql, sql } from '../sql/sql';
import type { Cell } from './cell';
import type { Children } from './children';
import type { NameResolver } from './name-resolver';
import type { ParseContext, Reference } from './parse-context';

/** What to write of a record or nested row: columns, links (to Strapi's row ids) and nested rows. */
export interface Draft {
  values: Record<string, Json>;
  links: Record<string, number[]>;
  rows: Record<string, Draft[]>;
}

/** Strapi's row id for a resolved reference. */
export type RowIdOf = (kind: string, reference: number | string) => number;

/** A path by which records of a resource refer to records of another kind. */
export interface ReferencePath {
  kind: string;
  /** The attributes to walk from the resource's own model: `['legislative_steps', 'legislative_step']`. */
  attributes: string[];
  /** The field's path in the API: `legislative_steps[].legislative_step_id`. */
  field: string;
  /** What deleting the other record does to this one (conventions 4.7); `unlist` deletes the nested row. */
  onDelete: 'restrict' | 'clear' | 'unlist' | 'cascade';
  /** SQL: which of the linked records really refer to the other one, given its public identifier. */
  condition?(scope: Scope, publicId: Sql): Sql;
}

/**
 * What a value means to the domain's rules: an address, the name of a page within its address, the index of a term, a
 * session or an extraordinary session, a date within the term given next to it, or one that may be earlier.
 */
export type Meaning = 'link' | 'slug' | 'term' | 'session' | 'tempSession' | 'termDate' | 'earlyTermDate';

/** A JSON Schema, for the API description. */
export type Schema = JsonObject;

/**
 * A kind of value: how to parse it from a body, read it from the database and write it. Its canonical form is what a detail
 * answer holds, with references as identifiers. `Attribute` is the attribute named with `in`; `never` without it.
 */
export interface Field<Attribute extends string = string> {
  readonly kind: string;
  readonly isRequired: boolean;
  /** The attribute that stores it, if not the field's name without `_id`. */
  readonly attribute?: Attribute;
  /** What it means to the domain's rules. */
  readonly meaning?: Meaning;
  /** The fields of its nested rows. */
  readonly nested?: Record<string, Field>;
  /** The fields of its rows, if they are stored as JSON. */
  readonly inJson?: Record<string, Field>;
  /** The field by which its nested rows are sorted, if they are not in stored order. */
  readonly sortedBy?: string;
  /** The canonical value of an absent or cleared field. */
  readonly empty: Json;
  /** Follows from other fields: accepted in bodies that send back an answer, but not stored. */
  readonly isDerived?: boolean;
  /** Parses a value that is neither absent nor null into its canonical form; undefined after noting faults. */
  parse(value: unknown, context: ParseContext, siblings: Record<string, unknown>): Json | undefined;
  /** Whether a value stands for the stored one, whatever `parse` would return. */
  matchesStored?(value: unknown, stored: Json): boolean;
  /** Replaces names by identifiers in a value that is not parsed yet; absent if the field has no references. */
  resolveNames?(value: unknown, names: NameResolver, context: ParseContext, siblings: Record<string, unknown>): unknown;
  /** How it is written in a cell of a table. Default: text. */
  readonly cell?: Cell;
  /** SQL: the canonical value. */
  read(scope: Scope, attribute: string): Sql;
  /** SQL: the canonical value as history records it, without what follows from other records. Default: `read`. */
  state?(scope: Scope, attribute: string): Sql;
  /** Adds the canonical value to a draft. */
  write(draft: Draft, attribute: string, value: Json, rowOf: RowIdOf, record: JsonObject): void;
  /** The references in a canonical value. */
  references?(value: Json, path: string, record: JsonObject): Reference[];
  /** A rule between this field and its siblings; notes faults at the record's context. */
  check?(record: JsonObject, context: ParseContext): void;
  /** Another field that must be sent whenever this one changes. */
  readonly companion?: string;
  /** The other half of a value in two fields: of a type its identifier. */
  readonly partner?: string;
  /** SQL: the record is stored in a way that no canonical value expresses, such as a reference to two records. */
  isAmbiguous?(scope: Scope): Sql;
  /** Set if one of several attributes stores the value: those, and SQL for what one of them says, as fields; NULL if it is not set. */
  readonly choice?: { attributes: string[]; read(scope: Scope, attribute: string): Sql };
  /** Set if the field's rows are records of their own. */
  readonly children?: Children;
  /** The final canonical value, once faults are reported at their input positions: resolves names and sorts lists with an order of their own. */
  finalize?(value: Json, publicIdOf: (kind: string, name: string) => number): Json;
  /** The paths by which this field refers to other kinds. */
  referencePaths?(attribute: string, field: string): ReferencePath[];
  /** Attributes, by kind, that this field may repeat: `{ 'act-dir': ['st'] }`. */
  implies?(): Record<string, string[]>;
  /** The schema of its canonical value in answers; null is added to optional fields. */
  readonly schema: Schema;
  /** The schema in bodies, if they accept more. */
  readonly accepts?: Schema;
  /** The same field, required. */
  required(): Field<Attribute>;
  /** The same field, stored in another attribute. */
  in<Other extends string>(attribute: Other): Field<Other>;
  /** The same field, with a meaning for the domain's rules. */
  means(meaning: Meaning): Field<Attribute>;
  /** The same field, with a default value. */
  default(empty: boolean | number | string): Field<Attribute>;
}

type Kind<Attribute extends string> = Omit<Field<Attribute>, 'required' | 'in' | 'means' | 'default' | 'isRequired'>;

type Definition<Attribute extends string> = Kind<Attribute> & {
  isRequired?: boolean;
  /** What differs in a required field. */
  ifRequired?: Partial<Omit<Kind<string>, 'attribute'>>;
};

/** Defines a field; optional until `required()`. */
export function defineField<Attribute extends string = never>(definition: Definition<Attribute>): Field<Attribute> {
  const { ifRequired, ...optional } = definition;
  return {
    isRequired: false,
    ...optional,
    required: () => defineField({ ...definition, ...ifRequired, isRequired: true }),
    in: (attribute) => defineField({ ...definition, attribute }),
    means: (meaning) => defineField({ ...definition, meaning }),
    default: (empty) =>
      defineField({
        ...definition,
        empty,
        read: (scope, attribute) => sql`coalesce(${definition.read(scope, attribute)}, ${sql.lit(empty)})`,
      }),
  };
}

/** How a field that is stored in a plain column reads and writes it. */
export const plainColumn = {
  read: column,
  write: (draft: Draft, attribute: string, value: Json): void => {
    draft.values[attribute] = value;
  },
};

/** The attribute that stores a field: `act` stores `act_id`. */
export const attributeOf = (name: string, field: Field): string => field.attribute ?? name.replace(/_id$/, '');

/** An empty draft. */
export const draft = (): Draft => ({ values: {}, links: {}, rows: {} });

/** Parses a value that may be absent, null or invalid; returns its canonical form, or undefined after noting faults. */
export function parseValue(
  field: Field,
  value: unknown,
  context: ParseContext,
  siblings: Record<string, unknown>,
): Json | undefined {
  if (value === undefined || value === null) {
    if (!field.isRequired) return field.empty;
    return context.fault('REQUIRED', Array.isArray(field.empty) ? 'is required; send [] for none' : 'is required');
  }
  return field.parse(value, context, siblings);
}
