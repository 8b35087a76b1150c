import type { Field } from './field';
import type { ParseContext } from './parse-context';

/**
 * Puts identifiers in place of names, in values that have not been parsed. What is no name stays as it is; so does a name
 * after its fault was noted.
 */
export interface NameResolver {
  /** A reference to one record, which narrows what names beside and below it can mean. */
  one(kind: string, value: unknown, context: ParseContext): unknown;
  /** References to several records. */
  each(kind: string, value: unknown, context: ParseContext): unknown;
  /** References to several records which are made where no record has the name. */
  eachOrNew(kind: string, value: unknown, context: ParseContext): unknown;
  /** An array of objects that have these fields. */
  rows(fields: Record<string, Field>, value: unknown, context: ParseContext): unknown;
}
