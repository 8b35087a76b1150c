import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { entryOf } from '../../../../../common/maps';

export { sql };

/** A fragment of SQL. Composed with the `sql` tag, never from text: values can only be parameters. */
export type Sql = RawBuilder<unknown>;

/** A compiled statement. `name` makes PostgreSQL reuse its plan; `values` orders the parameters. */
export interface Statement {
  name: string;
  text: string;
  values(parameters: Readonly<Record<string, unknown>>): unknown[];
}

/** A placeholder for a named parameter, filled when the statement runs. */
export function parameter(name: string): Sql {
  return sql`${sql.val(new Placeholder(name))}`;
}

/** A quoted identifier: a column of an alias, or a table. */
export const ident = (...names: string[]): Sql => sql`${sql.id(...names)}`;

/** A text as an SQL literal: for constants, never for input. */
export const literal = (value: string): Sql => sql`${sql.lit(value)}`;

/** Joins conditions with `and`; none is `true`. */
export function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** Joins conditions with `or`. */
export const any = (conditions: Sql[]): Sql => sql`(${sql.join(conditions, sql` or `)})`;

/** A JSON object with its keys in this order, without white space. */
export const object = (entries: Record<string, Sql>): Sql =>
  sql`(select to_json(o) from (select ${columnsOf(entries)}) o)`;

/** Columns with these names, in this order, for a select. */
export const columnsOf = (entries: Record<string, Sql>): Sql =>
  sql.join(Object.entries(entries).map(([key, value]) => sql`${value} as ${ident(key)}`));

/** Compiles a query. */
export function compile(query: Sql): Statement {
  const { sql: statement, parameters } = query.compile(compiler);
  return {
    name: `rostra_${createHash('sha256').update(statement).digest('hex').slice(0, 24)}`,
    text: statement,
    values: (named) => parameters.map((value) => (value instanceof Placeholder ? named[value.name] : value)),
  };
}

const statementsByOwner = new WeakMap<object, Map<string, Statement>>();

/** A statement of an owner (a resource, a view), compiled on first use and cached by this key. */
export function prepared(owner: object, key: string, query: () => Sql): Statement {
  const statements = entryOf(statementsByOwner, owner, () => new Map<string, Statement>());
  return entryOf(statements, key, () => compile(query()));
}

class Placeholder {
  constructor(readonly name: string) {}
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
