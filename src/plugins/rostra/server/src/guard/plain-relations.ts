import { isObject } from '../../../../../common/json';
import { type Model, modelOf } from '../sql/model';
import { ident, parameter, sql } from '../sql/sql';
import { type Run, runOnce } from '../store/database';

type Data = Record<string, unknown>;

/**
 * The data of a write in which relations that are kept in a column are row identifiers: the admin panel sends
 * `{connect, disconnect}`, which Strapi refuses for them.
 */
export async function withPlainRelations(uid: string, data: Data, run: Run): Promise<Data> {
  const plain = { ...data };
  for (const [name, { joinColumn, target }] of Object.entries(modelOf(uid).attributes)) {
    const change = plain[name];
    if (!joinColumn || !target || !isObject(change)) continue;
    const [connected] = listIn(change, 'connect');
    if (connected) plain[name] = await rowOf(modelOf(target), connected, run);
    else if (listIn(change, 'disconnect').length > 0) plain[name] = null;
    else delete plain[name];
  }
  return plain;
}

const listIn = (change: Data, name: string): Data[] =>
  Array.isArray(change[name]) ? change[name].filter(isObject) : [];

async function rowOf(model: Model, { id: row, documentId }: Data, run: Run): Promise<number | null> {
  if (typeof row === 'number') return row;
  const [found] = await runOnce(
    run,
    sql`select id from ${ident(model.tableName)} where document_id = ${parameter('documentId')} limit 1`,
    { documentId },
  );
  return (found?.[0] as number | undefined) ?? null;
}
