import type { Json } from '../../../../../common/json';
import type { ParseContext } from '../fields/parse-context';
import { publicIdOf } from '../fields/ref';
import { parseText } from '../fields/text';
import { parseTimestamp } from '../fields/timestamp';
import { column, exists, type Scope } from '../sql/scope';
import { any, type Sql, sql } from '../sql/sql';
import { contains } from './grams';

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
  /** Not in the specification; the API description says so. */
  isExtension?: boolean;
  /** The filter without which this one says nothing. */
  needs?: string;
}

/** Filters with a common condition. */
export interface FilterGroup {
  names: string[];
  /** Attributes compared with a value; get an index each. */
  indexed?: string[];
  /** The condition; `value` returns the placeholder of a filter, or undefined if the request does not use it. */
  where(scope: Scope, value: (name: string) => Sql | undefined): Sql;
}

/** Parsers of query texts (conventions 3.1); each returns undefined after noting a fault. */
export const readInteger = (text: string, context: ParseContext): number | undefined => {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  return value ?? context.fault('INVALID_TYPE', 'must be an integer');
};

export const readBoolean = (text: string, context: ParseContext): boolean | undefined => {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return context.fault('INVALID_TYPE', 'must be true, false, 1 or 0');
};

export const readText = (text: string, context: ParseContext): string | undefined => parseText(text, context);

export const readTimestamp = (text: string, context: ParseContext): number | undefined => parseTimestamp(text, context);

/** Records whose column equals the integer. */
export const exactInteger = <Column extends string>(attribute: Column, description: string): Filter<Column, never> => ({
  match: 'exact',
  description,
  schema: { type: 'integer' },
  column: attribute,
  parse: readInteger,
  where: (scope, value) => sql`${column(scope, attribute)} = ${value}::bigint`,
});

/** Records that refer, along a path of relations, to the record with this identifier. */
export const refersTo = <Path extends string>(path: Path, description: string): Filter<never, Path> => ({
  ...integerFilter(description, (scope, value) => followPath(scope, path.split('.'), value)),
  path,
});

/** Records with an attribute that contains the text (conventions 3.2). */
export const partial = <Column extends string>(
  attributes: Column | Column[],
  description: string,
): Filter<Column, never> => ({
  match: 'partial',
  description,
  schema: { type: 'string' },
  parse: (text, context) => {
    const part = readText(text, context);
    return part === undefined ? undefined : `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  },
  searched: typeof attributes === 'string' ? [attributes] : attributes,
  where: (scope, pattern) => any([attributes].flat().map((attribute) => contains(column(scope, attribute), pattern))),
});

/** Records whose column equals the text. */
export const exactText = <Column extends string>(attribute: Column, description: string): Filter<Column, never> => ({
  ...textFilter(description, (scope, value) => sql`${column(scope, attribute)} = ${value}::text`),
  column: attribute,
});

/** Records whose column equals the timestamp, in any form that bodies accept. */
export const exactTimestamp = <Column extends string>(
  attribute: Column,
  description: string,
): Filter<Column, never> => ({
  match: 'exact',
  description,
  schema: { type: 'string', description: 'epoch milliseconds, or date-time text (UTC without an offset)' },
  column: attribute,
  parse: readTimestamp,
  where: (scope, value) =>
    sql`${column(scope, attribute)} = timestamp 'epoch' + ${value}::bigint * interval '1 millisecond'`,
});

/** A filter by an integer with a custom condition. */
export const integerFilter = (
  description: string,
  where?: (scope: Scope, value: Sql) => Sql,
): Filter<never, never> => ({
  match: 'exact',
  description,
  schema: { type: 'integer' },
  parse: readInteger,
  ...(where ? { where } : {}),
});

/** A filter by a text with a custom condition. */
export const textFilter = (description: string, where?: (scope: Scope, value: Sql) => Sql): Filter<never, never> => ({
  match: 'exact',
  description,
  schema: { type: 'string' },
  parse: readText,
  ...(where ? { where } : {}),
});

/** A boolean filter, read by a group of filters. */
export const booleanFilter = (description: string): Filter<never, never> => ({
  match: 'exact',
  description,
  schema: { type: 'boolean' },
  parse: readBoolean,
});

function followPath(scope: Scope, [first = '', ...rest]: string[], value: Sql): Sql {
  return exists(scope, first, (target) => {
    if (rest.length > 0) return followPath(target, rest, value);
    return sql`${publicIdOf(target)} = ${value}::bigint`;
  });
}
