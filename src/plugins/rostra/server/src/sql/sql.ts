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

/** A piece of SQL: composed with the `sql` tag, never from text, so that values can only be parameters. */
export type Sql = RawBuilder<unknown>;

/** A finished statement. `name` makes PostgreSQL keep its plan; `values` puts the parameters in place. */
export interface Statement {
  name: string;
  text: string;
  values(parameters: Readonly<Record<string, unknown>>): unknown[];
}

/** The place of a named parameter, filled when the statement runs. */
export function parameter(name: string): Sql {
  return sql`${sql.val(new Parameter(name))}`;
}

/** An identifier: a column of an alias, or a table. */
export const id = (...names: string[]): Sql => sql`${sql.id(...names)}`;

/** A text as SQL literal: for keys of our own, never for input. */
export const text = (value: string): Sql => sql`${sql.lit(value)}`;

/** Joins pieces with `and`; no piece is `true`. */
export function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** Joins pieces with `or`. */
export const any = (conditions: Sql[]): Sql => sql`(${sql.join(conditions, sql` or `)})`;

/** A JSON object with its keys in the given order, written without white space. */
export function object(entries: Record<string, Sql>): Sql {
  const columns = Object.entries(entries).map(([key, value]) => sql`${value} as ${id(key)}`);
  return sql`(select to_json(o) from (select ${sql.join(columns)}) o)`;
}

/** Compiles a query once; run it as often as wanted. */
export function compile(query: Sql): Statement {
  const { sql: statement, parameters } = query.compile(compiler);
  return {
    name: `rostra_${createHash('sha256').update(statement).digest('hex').slice(0, 24)}`,
    text: statement,
    values: (given) => parameters.map((value) => (value instanceof Parameter ? given[value.name] : value)),
  };
}

const known = new WeakMap<object, Map<string, Statement>>();

/** A statement of an owner (a resource, a view), compiled the first time it is asked for by this key. */
export function prepared(owner: object, key: string, query: () => Sql): Statement {
  const statements = entryOf(known, owner, () => new Map<string, Statement>());
  return entryOf(statements, key, () => compile(query()));
}

class Parameter {
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
