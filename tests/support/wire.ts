import { type Agent, request } from 'node:http';

/** A request to send unchanged. */
interface HttpRequest {
  method?: string;
  /** Path with query, sent without the normalization of `fetch`. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  /** The request's source address: any of 127.0.0.0/8. */
  from?: string;
  agent?: Agent | false;
}

/** The answer. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with exactly this path, these headers and this body. Rejects if no answer comes. */
export function wire(
  url: string,
  { method = 'GET', path, headers = {}, body, from, agent }: HttpRequest,
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  const local = from === undefined ? {} : { localAddress: from };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, ...local, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
