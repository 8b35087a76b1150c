import { type Told, wire } from './wire';

/** An answer, with the cookies that it sets. */
interface Sent extends Told {
  cookies: string[];
}

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The address of this machine that the request comes from: any of 127.0.0.0/8. */
  from?: string;
}

/** Sends a request from an address of its own on a connection of its own, with exactly these headers. */
export async function sendTo(
  url: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sending = {},
): Promise<Sent> {
  const { origin, pathname, search } = new URL(url);
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const told = await wire(origin, {
    method,
    path: pathname + search,
    headers: { ...json, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    from,
    agent: false,
  });
  return { ...told, cookies: [told.headers['set-cookie'] ?? []].flat() };
}
