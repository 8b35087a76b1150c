import type { Field } from '../fields/field';

/** The parts of a content type's `schema.json` that the compiler checks. */
export interface ContentType {
  info: { singularName: string };
  attributes: object;
}

/** The attributes of a content type. */
export type AttributeOf<S extends ContentType> = keyof S['attributes'] & string;

/** Attributes that lead to other rows: relations and components. */
export type RelationOf<S extends ContentType> = {
  [Name in AttributeOf<S>]: S['attributes'][Name] extends { target: string } | { component: string } ? Name : never;
}[AttributeOf<S>];

/** Attributes that are columns of the content type's own table. */
export type ColumnOf<S extends ContentType> = Exclude<AttributeOf<S>, RelationOf<S>>;

/** Declared fields. A field whose attribute the schema lacks gets the error message as its type and does not compile. */
export type FieldsOf<S extends ContentType, Fields> = {
  [Name in keyof Fields]: AttributeOfField<Name, Fields[Name]> extends infer Attribute extends string
    ? [Extract<AttributeOf<S>, Attribute>] extends [never]
      ? `schema.json has no attribute "${Attribute}"`
      : Fields[Name]
    : never;
};

/** The attribute that `attributeOf` returns for a field. */
type AttributeOfField<Name, F> =
  F extends Field<infer Attribute>
    ? [Attribute] extends [never]
      ? Name extends `${infer Start}_id`
        ? Start
        : Name
      : Attribute
    : never;
