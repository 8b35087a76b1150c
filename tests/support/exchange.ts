import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** What a request has besides its address. */
export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** An answer, decompressed. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Idle connections end before the service ends them, after five seconds: a request on one that just ends would fail. */
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

/** What `fetch` sends unless told otherwise. */
const DEFAULTS = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
};

const DECOMPRESS: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

/** Sends a request as `fetch` does, for a third of its CPU time; does not follow redirections. */
export const exchange = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(new URL(url), { method, agent, headers: { ...DEFAULTS, ...length, ...headers } });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        try {
          resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer), text: textOf(answer, pieces) });
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.end(body);
  });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

function textOf({ headers }: IncomingMessage, pieces: Buffer[]): string {
  const body = Buffer.concat(pieces);
  const decompress = DECOMPRESS[headers['content-encoding'] ?? ''];
  return new TextDecoder().decode(decompress && body.length > 0 ? decompress(body) : body);
}
