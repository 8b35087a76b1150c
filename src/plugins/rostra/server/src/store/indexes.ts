import { orderOf, type Resource } from '../resource/resource';
import { columnOf, model } from '../sql/model';
import { compile, id, type Sql, sql } from '../sql/sql';
import type { Run } from './database';

/** Makes the indexes that the orders and filters of the resources need. Can be run at every start. */
export async function ensureIndexes(resources: Resource[], run: Run): Promise<void> {
  for (const of of resources) {
    for (const query of indexesOf(of)) await run({ ...compile(query), name: '' });
  }
}

function indexesOf(of: Resource): Sql[] {
  const { tableName } = model(of.uid);
  const order = orderColumns(of);
  const filtered = Object.values(of.filters).flatMap(({ column }) => (column ? columnOf(model(of.uid), column) : []));
  return [
    ...(order.length > 1
      ? [sql`create index if not exists ${id(`${tableName}_order_ix`)} on ${id(tableName)} (${sql.join(order)})`]
      : []),
    ...[...new Set(filtered)].map(
      (column) =>
        sql`create index if not exists ${id(`${tableName}_${column}_ix`)} on ${id(tableName)} (${id(column)})`,
    ),
  ];
}

function orderColumns(of: Resource): Sql[] {
  return orderOf(of).map(({ attribute, isFalling }) => {
    const column = id(columnOf(model(of.uid), attribute));
    return isFalling ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
  });
}
