import type { Json } from '../../../../../common/json';
import type { ParseContext } from '../fields/parse-context';
import type { Scope } from '../sql/scope';
import type { Sql } from '../sql/sql';

/** A query parameter of a list: how its text is parsed, and which records match. */
export interface Filter<Column extends string = string, Relation extends string = string> {
  match: 'exact' | 'partial';
  description: string;
  schema: { [key: string]: Json };
  parse(text: string, context: ParseContext): Json | undefined;
  /** The condition on a row; `value` is the placeholder of the parsed value. Absent if a group decides. */
  where?(scope: Scope, value: Sql): Sql;
  /** The attribute compared with the value; gets an index. */
  column?: Column;
  /** Attributes searched for parts of their text; get an index each. */
  searched?: Column[];
  /** The path of relations to the record that the value identifies. */
  path?: Relation;
}

/** Filters with a common condition. */
export interface FilterGroup {
  names: string[];
  /** Attributes compared with a value; get an index each. */
  indexed?: string[];
  /** The condition; `value` returns the placeholder of a filter, or undefined if the request does not use it. */
  where(scope: Scope, value: (name: string) => Sql | undefined): Sql;
}
