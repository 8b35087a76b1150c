import { request } from 'node:http';

/** An answer, with the cookies that it sets. */
interface Sent {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  cookies: string[];
  text: string;
}

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** The address of this machine that the request comes from: any of 127.0.0.0/8. */
  from?: string;
}

/** Sends a request from an address of its own, with exactly these headers. */
export function sendTo(
  url: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1' }: Sending = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const asked = request(
      url,
      { method, localAddress: from, agent: false, headers: { ...json, ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            cookies: answer.headers['set-cookie'] ?? [],
            text,
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
