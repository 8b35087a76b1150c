import { type Answer, send, sql } from './client';

/** Sends a request to the content manager's API, as the panel's administrator. */
export const panel = (method: string, uid: string, path = '', body?: unknown): Promise<Answer> =>
  send(method, `/content-manager/collection-types/${uid}${path}`, body, { as: 'admin' });

/** Returns the document id of a record. */
export async function documentOf(table: string, number: number, key = 'number'): Promise<string> {
  const [row] = await sql(`select document_id from ${table} where ${key} = $1`, [number]);
  return row?.document_id as string;
}

/** Builds a relation's value in the format of the panel's form. */
export const connect = (...documentIds: string[]) => ({
  connect: documentIds.map((documentId) => ({ documentId })),
  disconnect: [],
});
