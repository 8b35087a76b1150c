import { columnOf, type Model, model, relationOf } from './model';
import { all, id, type Sql, sql, text } from './sql';

/** A row within a statement: the model it belongs to and the alias it goes by. */
export interface Scope {
  model: Model;
  alias: string;
}

let opened = 0;

/** An alias that no other part of the statement uses. */
export const fresh = (prefix = 't'): string => `${prefix}${++opened}`;

/** Opens a scope over a content type. */
export function open(uid: string): Scope {
  return { model: model(uid), alias: fresh() };
}

/** `table alias`, for a from clause. */
export const from = (scope: Scope): Sql => sql`${id(scope.model.tableName)} ${id(scope.alias)}`;

/** The column of a plain attribute. */
export const column = (scope: Scope, attribute: string): Sql => id(scope.alias, columnOf(scope.model, attribute));

/** Strapi's own row identifier. */
export const rowId = (scope: Scope): Sql => id(scope.alias, 'id');

/** The record behind a to-one relation, as a scalar; NULL when there is none. */
export function toOne(scope: Scope, attribute: string, select: (target: Scope) => Sql): Sql {
  const { target, source } = join(scope, attribute);
  return sql`(select ${select(target)} ${source} limit 1)`;
}

/** The records behind a relation or component, in their order or the given one, as a JSON array; `[]` when there are none. */
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

/** How many records stand behind a relation. */
export function count(scope: Scope, attribute: string): Sql {
  const { table, comesFrom } = link(scope, attribute);
  return sql`(select count(*) from ${table} where ${comesFrom})`;
}

/** Whether a record stands behind the relation, of which the condition holds. */
export function exists(scope: Scope, attribute: string, condition?: (target: Scope) => Sql): Sql {
  if (!condition) {
    const { table, comesFrom } = link(scope, attribute);
    return sql`exists (select 1 from ${table} where ${comesFrom})`;
  }
  const { target, source } = join(scope, attribute);
  return sql`exists (select 1 ${source} and ${condition(target)})`;
}

/** A walk along relations: what it leads to, the `from … where …` that does so, and the order of the last links. */
interface Walk {
  target: Scope;
  source: Sql;
  order: Sql;
}

/** A walk of which the rows on the way can be read, too. */
interface OpenWalk extends Walk {
  steps: { target: Scope; order: Sql }[];
}

/**
 * Walks to the records behind a relation, or behind a path of them: `['act_features', 'act_dir', 'st']`. Goes from link
 * to link: the rows between are not read.
 */
export function join(scope: Scope, path: string | string[]): Walk {
  return walk(scope, [path].flat(), false);
}

/** The same, reading the rows between as well. */
export const joinOpenly = (scope: Scope, path: string[]): OpenWalk => walk(scope, path, true);

function walk(scope: Scope, [first = '', ...rest]: string[], isOpen: boolean): OpenWalk {
  const start = link(scope, first);
  const steps = [start];
  let last = start;
  let tables = start.table;
  for (const attribute of rest) {
    const next = link(last.target, attribute, isOpen ? undefined : last.leads);
    const between = isOpen ? sql` join ${from(last.target)} on ${last.leadsTo}` : sql``;
    tables = sql`${tables}${between} join ${next.table} on ${next.comesFrom}`;
    steps.push(next);
    last = next;
  }
  const source = sql`from ${tables} join ${from(last.target)} on ${last.leadsTo} where ${start.comesFrom}`;
  return { target: last.target, order: last.order, steps, source };
}

/**
 * The rows of a scope's model that lead along a path of relations to the given rows: `select id …`, from the far end back,
 * along indexed columns only. `targets` is a list of Strapi's row ids or a query of them.
 */
export function leadingTo(scope: Scope, path: string[], targets: Sql): Sql {
  let at = scope.model;
  const steps = path.map((attribute) => {
    const step = { ...relationOf(at, attribute), alias: fresh('l') };
    at = step.to;
    return step;
  });
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) throw new Error('a path has at least one step');
  const conditions = [
    sql`${id(last.alias, last.target)} in (${targets})`,
    ...steps
      .slice(1)
      .map(
        (step, index) =>
          sql`${id(steps[index]?.alias ?? '', steps[index]?.target ?? '')} = ${id(step.alias, step.source)}`,
      ),
    ...steps.flatMap((step) =>
      Object.entries(step.on).map(([name, value]) => sql`${id(step.alias, name)} = ${text(value)}`),
    ),
  ];
  const tables = steps.map((step) => sql`${id(step.table)} ${id(step.alias)}`);
  return sql`select ${id(first.alias, first.source)} as id from ${sql.join(tables)} where ${all(conditions)}`;
}

/**
 * The link rows of a relation: their table, what ties them to both ends, and their order. `origin` is the column that
 * they come from where the scope's own row is not read.
 */
export function link(scope: Scope, attribute: string, origin: Sql = rowId(scope)) {
  const relation = relationOf(scope.model, attribute);
  const alias = fresh('l');
  const target: Scope = { model: relation.to, alias: fresh() };
  const leads = id(alias, relation.target);
  return {
    target,
    leads,
    table: sql`${id(relation.table)} ${id(alias)}` as Sql,
    comesFrom: linked(origin, relation.source, alias, relation.on),
    leadsTo: sql`${rowId(target)} = ${leads}` as Sql,
    order: (relation.order ? sql`${id(alias, relation.order)}, ${id(alias, 'id')}` : id(alias, 'id')) as Sql,
  };
}

function linked(origin: Sql, sourceColumn: string, link: string, on: Record<string, string>): Sql {
  return all([
    sql`${id(link, sourceColumn)} = ${origin}`,
    ...Object.entries(on).map(([name, value]) => sql`${id(link, name)} = ${text(value)}`),
  ]);
}
