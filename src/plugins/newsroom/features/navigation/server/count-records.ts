import type { Core } from '@strapi/strapi';
import { modelOf } from '../../../../rostra/server/src/sql/model';

/** Counts the records of each content type, in one statement. */
export async function countRecords(db: Core.Strapi['db'], uids: string[]): Promise<Record<string, number>> {
  if (uids.length === 0) return {};
  // Knex reads a dot in an alias as the separator of table and column.
  const aliasOf = (uid: string) => `n${uids.indexOf(uid)}`;
  const counts = uids.map((uid) => db.connection.count('*').from(modelOf(uid).tableName).as(aliasOf(uid)));
  const row: Record<string, string> = await db.connection.select(counts).first();
  return Object.fromEntries(uids.map((uid) => [uid, Number(row[aliasOf(uid)])]));
}
