import { isObject } from '../../../../../common/json';
import { type Model, modelOf } from '../sql/model';
import { ident, parameter, sql } from '../sql/sql';
import { type Run, runOnce } from '../store/database';

type Data = Record<string, unknown>;

/**
 * Replaces `{connect, disconnect}`, which the panel sends, by row ids in relations that are stored in a column: Strapi refuses
 * that form for them. Returns the new data.
 */
export async function setColumnRelations(uid: string, data: Data, run: Run): Promise<Data> {
  const values = { ...data };
  for (const [name, { joinColumn, target }] of Object.entries(modelOf(uid).attributes)) {
    const change = values[name];
    if (!joinColumn || !target || !isObject(change)) continue;
    const [connected] = entriesIn(change, 'connect');
    if (connected) values[name] = await rowIdOf(modelOf(target), connected, run);
    else if (entriesIn(change, 'disconnect').length > 0) values[name] = null;
    else delete values[name];
  }
  return values;
}

const entriesIn = (change: Data, name: string): Data[] =>
  Array.isArray(change[name]) ? change[name].filter(isObject) : [];

async function rowIdOf(target: Model, { id: rowId, documentId }: Data, run: Run): Promise<number | null> {
  if (typeof rowId === 'number') return rowId;
  const [row] = await runOnce(
    run,
    sql`select id from ${ident(target.tableName)} where document_id = ${parameter('documentId')} limit 1`,
    { documentId },
  );
  return (row?.[0] as number | undefined) ?? null;
}
