import { type HttpAnswer, wire } from './wire';

/** An answer with its cookies. */
interface AnswerWithCookies extends HttpAnswer {
  cookies: string[];
}

export interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The request's source address: any of 127.0.0.0/8. */
  from?: string;
}

/** Sends a request on a new connection, from this source address, with exactly these headers. */
export async function sendTo(
  url: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: SendOptions = {},
): Promise<AnswerWithCookies> {
  const { origin, pathname, search } = new URL(url);
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await wire(origin, {
    method,
    path: pathname + search,
    headers: { ...json, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    from,
    agent: false,
  });
  return { ...answer, cookies: [answer.headers['set-cookie'] ?? []].flat() };
}
