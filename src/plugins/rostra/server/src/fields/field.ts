import type { Json, JsonObject } from '../../../../../common/json';
import type { Scope } from '../sql/scope';
import { type Sql, sql } from '../sql/sql';
import type { Cell } from './cell';
import type { Children } from './children';
import type { ParseContext, Reference } from './parse-context';
import type { NameResolver } from './name-resolver';

/** What is written of a record or a nested row: columns, links to rows (by Strapi's row id) and nested rows. */
export interface Draft {
  values: Record<string, Json>;
  links: Record<string, number[]>;
  rows: Record<string, Draft[]>;
}

/** Finds the row behind a reference that has been resolved before. */
export type RowIdOf = (kind: string, reference: number | string) => number;

/** A way in which a record of this resource refers to records of another kind. */
export interface ReferencePath {
  kind: string;
  /** The attributes to walk from the resource's own model: `['legislative_steps', 'legislative_step']`. */
  attributes: string[];
  /** The field as the API names it: `legislative_steps[].legislative_step_id`. */
  field: string;
  /** What deleting the other record means for this one (decisions, 4.7); `unlist`: the nested row goes, too. */
  onDelete: 'restrict' | 'clear' | 'unlist' | 'cascade';
  /** SQL: which of the records that lead to the other one count; `number` is the other's public identifier. */
  condition?(scope: Scope, number: Sql): Sql;
}

/**
 * What the domain's rules take a value for: an address to follow, the name of a page in its address, the index of a term,
 * of a session, or of an extraordinary session, a date within the term beside it, or one that may lie before that.
 */
export type Meaning = 'link' | 'slug' | 'term' | 'session' | 'tempSession' | 'termDate' | 'earlyTermDate';

/** A JSON Schema, for the description of the interface. */
export type Schema = JsonObject;

/**
 * All there is to know about one kind of value: how it is read from a body, from the database, and how it is written.
 * Its canonical form is what the API answers for it in a detail record, references as identifiers.
 * `Attribute` is the type of the attribute that `in` names, never where none is named.
 */
export interface Field<Attribute extends string = string> {
  readonly kind: string;
  readonly isRequired: boolean;
  /** The model attribute behind it, where it is not the field's own name (less `_id`). */
  readonly attribute?: Attribute;
  /** What the domain's rules take it for. */
  readonly meaning?: Meaning;
  /** The fields of its rows, by their names. */
  readonly nested?: Record<string, Field>;
  /** The canonical value of an absent or cleared field. */
  readonly empty: Json;
  /** Known for PATCH bodies that send back what GET gave, but not kept: it follows from other fields. */
  readonly isDerived?: boolean;
  /** The canonical form of a value that is neither absent nor null; undefined after noting faults. */
  parse(value: unknown, context: ParseContext, siblings: Record<string, unknown>): Json | undefined;
  /** Whether a given value stands for the stored one, however it would be parsed. */
  matchesStored?(given: unknown, stored: Json): boolean;
  /** Puts identifiers in place of the names in a value, before it is parsed; a field that refers to nothing has none. */
  resolveNames?(value: unknown, names: NameResolver, context: ParseContext, siblings: Record<string, unknown>): unknown;
  /** How it stands in a cell of a table; text where nothing is said. */
  readonly cell?: Cell;
  /** The value within a statement, as JSON gives it. */
  read(scope: Scope, attribute: string): Sql;
  /** Adds the canonical value to what is written. */
  write(draft: Draft, attribute: string, value: Json, rowOf: RowIdOf, record: JsonObject): void;
  /** The records that a canonical value names. */
  references?(value: Json, path: string, record: JsonObject): Reference[];
  /** A rule between this field and its siblings; notes faults below the place of the record. */
  check?(record: JsonObject, context: ParseContext): void;
  /** Another field without which this one is not changed. */
  readonly companion?: string;
  /** SQL: the record is kept in a way that no canonical value tells, such as a reference to two records. */
  isAmbiguous?(scope: Scope): Sql;
  /** Set where the field's rows are records of their own. */
  readonly children?: Children;
  /** The canonical value once its faults have been told: names become identifiers, what has an order of its own gets it. */
  finalize?(value: Json, publicIdOf: (kind: string, name: string) => number): Json;
  /** The ways in which this field refers to other kinds. */
  referencePaths?(attribute: string, field: string): ReferencePath[];
  /** Implied attributes of kinds: `{ 'act-dir': ['st'] }` when a claim about them can stand here. */
  implies?(): Record<string, string[]>;
  /** The schema of its canonical value, as answers carry it; null is added where the field is optional. */
  readonly schema: Schema;
  /** The schema of what bodies may hold, where it is wider. */
  readonly accepts?: Schema;
  /** The same field, marked Req. */
  required(): Field<Attribute>;
  /** The same field, kept in another attribute. */
  in<Other extends string>(attribute: Other): Field<Other>;
  /** The same field, judged by the rules for such values. */
  means(meaning: Meaning): Field<Attribute>;
  /** The same field with another value where none is given. */
  default(empty: boolean | number | string): Field<Attribute>;
}

type Definition<Attribute extends string> = Omit<
  Field<Attribute>,
  'required' | 'in' | 'means' | 'default' | 'isRequired'
> & {
  isRequired?: boolean;
};

/** Makes a field of its definition; optional until `required()`. */
export function defineField<Attribute extends string = never>(definition: Definition<Attribute>): Field<Attribute> {
  return {
    isRequired: false,
    ...definition,
    required: () => defineField({ ...definition, isRequired: true }),
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

/** The attribute behind a field: `act_id` is kept in `act`. */
export const attributeOf = (name: string, field: Field): string => field.attribute ?? name.replace(/_id$/, '');

/** An empty draft. */
export const draft = (): Draft => ({ values: {}, links: {}, rows: {} });

/** Reads a value that may be absent, null or wrong; answers its canonical form, or undefined with faults noted. */
export function parseValue(field: Field, value: unknown, context: ParseContext, siblings: Record<string, unknown>): Json | undefined {
  if (value === undefined || value === null) {
    if (!field.isRequired) return field.empty;
    return context.fault('REQUIRED', Array.isArray(field.empty) ? 'is required, [] for none' : 'is required');
  }
  return field.parse(value, context, siblings);
}
