import { type Answer, send, sql } from './client';

/** Asks the admin panel's own HTTP API, as its admin. */
export const panel = (method: string, uid: string, path = '', body?: unknown): Promise<Answer> =>
  send(method, `/content-manager/collection-types/${uid}${path}`, body, { as: 'admin' });

/** The name that the panel knows a record by. */
export async function documentOf(table: string, number: number, key = 'number'): Promise<string> {
  const [row] = await sql(`select document_id from ${table} where ${key} = $1`, [number]);
  return row?.document_id as string;
}

/** A relation as the panel's form sends it. */
export const connect = (...documentIds: string[]) => ({
  connect: documentIds.map((documentId) => ({ documentId })),
  disconnect: [],
});
