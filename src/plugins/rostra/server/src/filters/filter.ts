import type { Json } from '../../../../../common/json';
import type { Input } from '../fields/input';
import type { Scope } from '../sql/scope';
import type { Sql } from '../sql/sql';

/** A query parameter of a list: how its text is read, and which records it leaves. */
export interface Filter<Column extends string = string, Relation extends string = string> {
  match: 'exact' | 'partial';
  description: string;
  schema: { [key: string]: Json };
  parse(text: string, at: Input): Json | undefined;
  /** The condition on a row; `value` is the place of the parsed value. Left out where a group decides. */
  where?(scope: Scope, value: Sql): Sql;
  /** The attribute that must equal the value, for its index. */
  column?: Column;
  /** Attributes in which a part is looked for, for their indexes. */
  searched?: Column[];
  /** The path of relations that leads to the record which the value names. */
  path?: Relation;
}

/** Filters that decide together: the condition for those of them that the request has. */
export interface FilterGroup {
  names: string[];
  /** Attributes that must equal a value, for their indexes. */
  indexed?: string[];
  where(scope: Scope, given: (name: string) => Sql | undefined): Sql;
}
