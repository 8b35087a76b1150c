import { columnOf, type Model, modelOf, relationOf } from './model';
import { all, ident, literal, type Sql, sql } from './sql';

/** A row within a statement: its model and its table alias. */
export interface Scope {
  model: Model;
  alias: string;
}

let aliasCount = 0;

/** An unused alias. */
export const freshAlias = (prefix = 't'): string => `${prefix}${++aliasCount}`;

/** A new scope on a content type. */
export function scopeOf(uid: string): Scope {
  return { model: modelOf(uid), alias: freshAlias() };
}

/** `table alias`, for a from clause. */
export const tableOf = (scope: Scope): Sql => sql`${ident(scope.model.tableName)} ${ident(scope.alias)}`;

/** The column of a plain attribute. */
export const column = (scope: Scope, attribute: string): Sql => ident(scope.alias, columnOf(scope.model, attribute));

/** Strapi's own row identifier. */
export const rowId = (scope: Scope): Sql => ident(scope.alias, 'id');

/** A query of the row id of the record with this public id. */
export function rowIdQuery(uid: string, publicId: Sql): Sql {
  const scope = scopeOf(uid);
  return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${column(scope, 'number')} = ${publicId}::bigint`;
}

/** A scalar of the record of a to-one relation; NULL if there is none. */
export function toOne(scope: Scope, attribute: string, select: (target: Scope) => Sql): Sql {
  const { target, source } = join(scope, attribute);
  return sql`(select ${select(target)} ${source} limit 1)`;
}

/** Strapi's row id of the record of a to-one relation; NULL if there is none. Reads only the link. */
export const toOneId = (scope: Scope, attribute: string): Sql => sql`(${targetIds(scope, [attribute])} limit 1)`;

/** The records of a relation or component as a JSON array, in stored order or by `orderBy`; `[]` if there are none. */
export function toMany(
  scope: Scope,
  attribute: string,
  select: (target: Scope) => Sql,
  orderBy?: (target: Scope, order: Sql) => Sql,
): Sql {
  const { target, source, order } = join(scope, attribute);
  const by = orderBy ? orderBy(target, order) : order;
  return sql`(select coalesce(json_agg(${select(target)} order by ${by}), '[]'::json) ${source})`;
}

/**
 * One value of each record of a relation as a JSON array, in stored order; `[]` if there are none. Like `toMany`, but with one index look-up
 * per link: the planner would scan a small table of targets for every row of the outer query.
 */
export function valuesOfMany(scope: Scope, attribute: string, select: (target: Scope) => Sql): Sql {
  const { target, targetId, targetCondition, table, sourceCondition, order } = link(scope, attribute);
  const value = sql`(select ${select(target)} from ${tableOf(target)} where ${targetCondition})`;
  return sql`(select coalesce(json_agg(${value} order by ${order}), '[]'::json) from ${table} where ${sourceCondition} and ${targetId} is not null)`;
}

/** The number of records of a relation. */
export function count(scope: Scope, attribute: string): Sql {
  const { table, sourceCondition } = link(scope, attribute);
  return sql`(select count(*) from ${table} where ${sourceCondition})`;
}

/** Whether the relation has a record that meets the condition. */
export function exists(scope: Scope, attribute: string, condition?: (target: Scope) => Sql): Sql {
  if (!condition) {
    const { table, sourceCondition } = link(scope, attribute);
    return sql`exists (select 1 from ${table} where ${sourceCondition})`;
  }
  const { target, source } = join(scope, attribute);
  return sql`exists (select 1 ${source} and ${condition(target)})`;
}

/** A join along relations: its end, its `from … where …`, and the order of the last links. */
interface Join {
  target: Scope;
  source: Sql;
  order: Sql;
}

/** A join that also reads rows on its way. */
interface JoinWithSteps extends Join {
  steps: { target: Scope; targetId: Sql; order: Sql }[];
}

/**
 * Joins a relation or a path of relations: `['act_features', 'act_dir', 'st']`. Joins link tables directly, without
 * reading the rows between them.
 */
export function join(scope: Scope, path: string | string[]): Join {
  return joinPath(scope, [path].flat(), [path].flat().slice(-1));
}

/** Like `join`, but reads the rows at these steps of the path: at all of them by default. */
export const joinWithSteps = (scope: Scope, path: string[], rows = path): JoinWithSteps => joinPath(scope, path, rows);

function joinPath(scope: Scope, path: string[], rows: string[]): JoinWithSteps {
  const [first = '', ...rest] = path;
  const start = link(scope, first);
  const steps = [start];
  const read = (step: typeof start, attribute: string) =>
    rows.includes(attribute) ? sql` join ${tableOf(step.target)} on ${step.targetCondition}` : sql``;
  let last = start;
  let tables = sql`${start.table}${read(start, first)}`;
  for (const [index, attribute] of rest.entries()) {
    const next = link(last.target, attribute, rows.includes(path[index] ?? '') ? undefined : last.targetId);
    tables = sql`${tables} join ${next.table} on ${next.sourceCondition}${read(next, attribute)}`;
    steps.push(next);
    last = next;
  }
  const source = sql`from ${tables} where ${start.sourceCondition}`;
  return { target: last.target, order: last.order, steps, source };
}

/**
 * A `select id` of the rows of the scope's model that lead to the targets along a path of relations. Searches backwards from
 * the targets, by indexed columns only. `targets` is a list of Strapi's row ids, or a query that returns them.
 */
export function sourceIds(scope: Scope, path: string[], targets: Sql): Sql {
  let at = scope.model;
  const steps = path.map((attribute) => {
    const step = { ...relationOf(at, attribute), alias: freshAlias('l') };
    at = step.to;
    return step;
  });
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw new Error('a path has at least one step');
  const conditions = [
    sql`${ident(last.alias, last.target)} in (${targets})`,
    ...steps
      .slice(1)
      .map(
        (step, index) =>
          sql`${ident(steps[index]?.alias ?? '', steps[index]?.target ?? '')} = ${ident(step.alias, step.source)}`,
      ),
    ...steps.flatMap((step) =>
      Object.entries(step.on).map(([name, value]) => sql`${ident(step.alias, name)} = ${literal(value)}`),
    ),
  ];
  const tables = steps.map((step) => sql`${ident(step.table)} ${ident(step.alias)}`);
  return sql`select ${ident(first.alias, first.source)} as id from ${sql.join(tables)} where ${all(conditions)}`;
}

/**
 * A `select id` of the row ids at the ends of paths, NULL where a path breaks off. The first relation of a path may lead
 * to many records, each further one to one: `['act_features', 'act_dir', 'st']`. One index look-up per link: the planner
 * would answer joins of small tables by scanning them for every row of the outer query.
 */
export function targetIds(scope: Scope, [first = '', ...rest]: string[]): Sql {
  const start = link(scope, first);
  return sql`select ${endId(start, rest)} as id from ${start.table} where ${start.sourceCondition}`;
}

function endId(from: ReturnType<typeof link>, [attribute, ...rest]: string[]): Sql {
  if (attribute === undefined) return from.targetId;
  const next = link(from.target, attribute, from.targetId);
  return sql`(select ${endId(next, rest)} from ${next.table} where ${next.sourceCondition} limit 1)`;
}

/**
 * The link rows of a relation: their table, the conditions that tie them to both ends, and their order. `origin` is the
 * column that holds the source's row id, if the scope's own row is not read.
 */
export function link(scope: Scope, attribute: string, origin: Sql = rowId(scope)) {
  const relation = relationOf(scope.model, attribute);
  const alias = freshAlias('l');
  const target: Scope = { model: relation.to, alias: freshAlias() };
  const targetId = ident(alias, relation.target);
  return {
    target,
    targetId,
    table: sql`${ident(relation.table)} ${ident(alias)}` as Sql,
    sourceCondition: linkCondition(origin, relation.source, alias, relation.on),
    targetCondition: sql`${rowId(target)} = ${targetId}` as Sql,
    order: (relation.order ? sql`${ident(alias, relation.order)}, ${ident(alias, 'id')}` : ident(alias, 'id')) as Sql,
  };
}

function linkCondition(origin: Sql, sourceColumn: string, link: string, on: Record<string, string>): Sql {
  return all([
    sql`${ident(link, sourceColumn)} = ${origin}`,
    ...Object.entries(on).map(([name, value]) => sql`${ident(link, name)} = ${literal(value)}`),
  ]);
}
