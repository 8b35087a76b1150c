import type { Field } from './field';
import type { ParseContext } from './parse-context';

/**
 * Replaces names by identifiers in values that are not parsed yet. Leaves everything else unchanged, and names that cannot
 * be resolved after noting a fault.
 */
export interface NameResolver {
  /** A reference to one record; scopes the names next to it and below it. */
  one(kind: string, value: unknown, context: ParseContext): unknown;
  /** References to several records. */
  each(kind: string, value: unknown, context: ParseContext): unknown;
  /** References to several records; a name that no record has is left for creation. */
  eachOrNew(kind: string, value: unknown, context: ParseContext): unknown;
  /** An array of objects that have these fields. */
  rows(fields: Record<string, Field>, value: unknown, context: ParseContext): unknown;
}
