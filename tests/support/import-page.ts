import type { Answer } from './client';
import { until } from './until';

const IMPORTS = '/newsroom/imports';

/** A file to be imported. */
export interface Given {
  name: string;
  resource: string;
  text: string;
}

export type Body = Answer['body'];

/** Somebody at the import page of a service. */
export function at(url: string, authorization: string) {
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
  const settled = (job: string): Promise<Body> =>
    until(
      async () => {
        const { body } = await ask('GET', `/${job}`);
        return !['planning', 'applying'].includes(body.state) && body;
      },
      { seconds: 300 },
    );
  const begin = async (files: Given[], options = {}): Promise<string> => {
    const announced = files.map(({ text, ...file }) => ({ ...file, size: Buffer.byteLength(text) }));
    const { status, body } = await ask('POST', '', { files: announced, ...options });
    if (status !== 201) throw new Error(JSON.stringify(body));
    for (const [index, { text }] of files.entries()) {
      const sent = await send(body.id, index, Buffer.from(text));
      if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    }
    return body.id;
  };
  const plan = async (files: Given[], options = {}): Promise<Body> => {
    const id = await begin(files, options);
    expect((await ask('POST', `/${id}/plan`)).status).toBe(200);
    return settled(id);
  };
  const apply = async (id: string): Promise<Body> => {
    const { status, body } = await ask('POST', `/${id}/apply`);
    return status === 200 ? settled(id) : body;
  };
  return { ask, send, begin, plan, apply, settled };
}

/** A file as lines. */
export const csv = (...lines: string[]): string => lines.join('\n');

/** A file of parties. */
export const parties = (text: string): Given[] => [{ name: 'parties.csv', resource: 'parties', text }];
