import { request } from 'node:http';
import { context } from './client';

/** A request as it is to go over the wire. */
interface Exact {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

/** What came back. */
export interface Told {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  body: any;
}

/** Sends a request whose path and body nothing tidies up on the way, unlike `fetch`. Errors: when no answer comes. */
export function exact({ method = 'GET', path, headers = {}, body }: Exact): Promise<Told> {
  const { hostname, port } = new URL(context.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = answer.headers['content-type']?.includes('json') && text !== '';
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
        });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Sends JSON text as it is given. */
export const exactJson = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
  exact({ method, path, headers: { 'content-type': 'application/json', ...headers }, body });

/** The credential of somebody whom the tests know. */
export const as = (who: keyof typeof context.tokens) => ({ authorization: `Bearer ${context.tokens[who]}` });
