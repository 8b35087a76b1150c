import { orderOf, type Resource } from '../resource/resource';
import { columnOf, model } from '../sql/model';
import { id, type Sql, sql } from '../sql/sql';
import { type Run, runOnce } from './database';
import type { Present } from './present';

/** Makes the indexes that the orders and filters of the resources need, where they are missing. */
export async function ensureIndexes(resources: Resource[], present: Present, run: Run): Promise<void> {
  for (const of of resources) {
    for (const [name, columns] of indexesOf(of)) {
      if (present.has(name)) continue;
      await runOnce(run, sql`create index ${id(name)} on ${id(model(of.uid).tableName)} (${columns})`);
    }
  }
}

/** Names and columns of a resource's indexes. */
function indexesOf(of: Resource): [string, Sql][] {
  const { tableName } = model(of.uid);
  const order = orderColumns(of);
  const filtered = Object.values(of.filters).flatMap(({ column }) => (column ? columnOf(model(of.uid), column) : []));
  return [
    ...(order.length > 1 ? [[`${tableName}_order_ix`, sql.join(order)] as [string, Sql]] : []),
    ...[...new Set(filtered)].map((column): [string, Sql] => [`${tableName}_${column}_ix`, id(column)]),
  ];
}

function orderColumns(of: Resource): Sql[] {
  return orderOf(of).map(({ attribute, isFalling }) => {
    const column = id(columnOf(model(of.uid), attribute));
    return isFalling ? sql`${column} desc nulls last` : sql`${column} asc nulls last`;
  });
}
