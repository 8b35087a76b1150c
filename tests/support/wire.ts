import { type Agent, request } from 'node:http';

/** A request as it is to go over the wire. */
interface Wired {
  method?: string;
  /** With its query; nothing tidies it up on the way, unlike `fetch`. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  /** The address of this machine that the request comes from: any of 127.0.0.0/8. */
  from?: string;
  agent?: Agent | false;
}

/** What came back. */
export interface Told {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request to a service with exactly this path, these headers and this body. Errors: when no answer comes. */
export function wire(url: string, { method = 'GET', path, headers = {}, body, from, agent }: Wired): Promise<Told> {
  const { hostname, port } = new URL(url);
  const local = from === undefined ? {} : { localAddress: from };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers, ...local, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
