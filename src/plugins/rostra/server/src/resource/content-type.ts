import type { Field } from '../fields/field';

/** What the compiler reads of a content type's `schema.json`. */
export interface ContentType {
  info: { singularName: string };
  attributes: object;
}

/** The attributes of a content type. */
export type AttributeOf<S extends ContentType> = keyof S['attributes'] & string;

/** Those that lead to other rows: relations and components. */
export type RelationOf<S extends ContentType> = {
  [Name in AttributeOf<S>]: S['attributes'][Name] extends { target: string } | { component: string } ? Name : never;
}[AttributeOf<S>];

/** Those that are columns of the content type's own table. */
export type ColumnOf<S extends ContentType> = Exclude<AttributeOf<S>, RelationOf<S>>;

/** Fields as declared; one whose attribute the schema lacks has a type that says so, and does not compile. */
export type FieldsOf<S extends ContentType, Fields> = {
  [Name in keyof Fields]: AttributeBehind<Name, Fields[Name]> extends infer Attribute extends string
    ? [Extract<AttributeOf<S>, Attribute>] extends [never]
      ? `schema.json has no attribute "${Attribute}"`
      : Fields[Name]
    : never;
};

/** The attribute that `attributeOf` answers for a field. */
type AttributeBehind<Name, F> =
  F extends Field<infer Kept>
    ? [Kept] extends [never]
      ? Name extends `${infer Start}_id`
        ? Start
        : Name
      : Kept
    : never;
