import { context } from './client';
import { type Told, wire } from './wire';

interface Exact {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

interface Parsed extends Told {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  body: any;
}

/** Sends the service under test a request whose path and body nothing tidies up on the way; JSON comes back parsed. */
export async function exact(given: Exact): Promise<Parsed> {
  const told = await wire(context.url, given);
  const isJson = told.headers['content-type']?.includes('json') && told.text !== '';
  return { ...told, body: isJson ? JSON.parse(told.text) : undefined };
}

/** Sends JSON text as it is given. */
export const exactJson = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
  exact({ method, path, headers: { 'content-type': 'application/json', ...headers }, body });

/** The credential of somebody whom the tests know. */
export const as = (who: keyof typeof context.tokens) => ({ authorization: `Bearer ${context.tokens[who]}` });
