import { testService } from './client';
import { type HttpAnswer, wire } from './wire';

interface ExactRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
}

interface Parsed extends HttpAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  body: any;
}

/** Sends the service under test a request with path and body exactly as passed; parses an answer in JSON. */
export async function sendExact(options: ExactRequest): Promise<Parsed> {
  const answer = await wire(testService.url, options);
  const isJson = answer.headers['content-type']?.includes('json') && answer.text !== '';
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
}

/** Sends JSON text exactly as passed. */
export const sendExactJson = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
  sendExact({ method, path, headers: { 'content-type': 'application/json', ...headers }, body });

/** Returns the `Authorization` header of a test user. */
export const credentialOf = (who: keyof typeof testService.tokens) => ({
  authorization: `Bearer ${testService.tokens[who]}`,
});
