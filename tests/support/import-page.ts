import type { Answer } from './client';
import { waitFor } from './wait-for';

const IMPORTS = '/newsroom/imports';

/** A file to import. */
export interface ImportFile {
  name: string;
  resource: string;
  text: string;
}

export type Body = Answer['body'];

/** Returns a client of the import page's API. */
export function importClient(url: string, authorization: string) {
  const ask = async (method: string, to: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isBytes = body instanceof Buffer;
    const answer = await fetch(`${url}${IMPORTS}${to}`, {
      method,
      headers: { authorization, ...(body && !isBytes ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as Body };
  };
  const send = (job: string, file: number, bytes: Buffer, offset = 0) =>
    ask('PUT', `/${job}/files/${file}?offset=${offset}`, bytes, { 'content-type': 'application/octet-stream' });
  const waitUntilDone = (job: string): Promise<Body> =>
    waitFor(async () => {
      const { body } = await ask('GET', `/${job}`);
      return !['planning', 'applying'].includes(body.state) && body;
    });
  const begin = async (files: ImportFile[], options = {}): Promise<string> => {
    const announced = files.map(({ text, ...file }) => ({ ...file, size: Buffer.byteLength(text) }));
    const { status, body } = await ask('POST', '', { files: announced, ...options });
    if (status !== 201) throw new Error(JSON.stringify(body));
    for (const [index, { text }] of files.entries()) {
      const sent = await send(body.id, index, Buffer.from(text));
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    }
    return body.id;
  };
  const plan = async (files: ImportFile[], options = {}): Promise<Body> => {
    const id = await begin(files, options);
    expect((await ask('POST', `/${id}/plan`)).status).toBe(200);
    return waitUntilDone(id);
  };
  const apply = async (id: string): Promise<Body> => {
    const { status, body } = await ask('POST', `/${id}/apply`);
    return status === 200 ? waitUntilDone(id) : body;
  };
  return { ask, send, begin, plan, apply, waitUntilDone };
}

/** Joins lines to a file. */
export const csv = (...lines: string[]): string => lines.join('\n');

/** Returns a file of parties. */
export const parties = (text: string): ImportFile[] => [{ name: 'parties.csv', resource: 'parties', text }];
