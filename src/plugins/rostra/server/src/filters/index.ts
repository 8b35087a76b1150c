import { publicIdOf } from '../fields/ref';
import { column, exists, type Scope } from '../sql/scope';
import { any, type Sql, sql } from '../sql/sql';
import type { Filter } from './filter';
import { contains } from './grams';
import { readBoolean, readInteger, readText, readTimestamp } from './values';

export type { Filter, FilterGroup } from './filter';

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
