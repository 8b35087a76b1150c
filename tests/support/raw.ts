import { request } from 'node:http';
import { testService } from './client';

/** An answer as received, still compressed. */
export interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Number of chunks of the body. */
  chunkCount: number;
  /** Whether the whole body arrived. */
  isComplete: boolean;
}

/** Sends a request without `fetch`, which would decompress the answer. `onBegin` is called at its first byte. Disconnects after `stops` chunks. */
export function raw(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', stops = Infinity, onBegin = () => undefined as unknown } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${testService.url}${path}`,
      { method, headers: { authorization: `Bearer ${testService.tokens.editor}`, ...headers } },
      (answer) => {
        onBegin();
        const chunks: Buffer[] = [];
        const done = (isComplete: boolean) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
            chunkCount: chunks.length,
            isComplete,
          });
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (chunks.length >= stops) sent.destroy();
        });
        answer.on('close', () => done(answer.complete));
        answer.on('error', () => done(false));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Returns headers that ask for an uncompressed answer. */
export const plain = (headers: Record<string, string> = {}) => ({ 'accept-encoding': 'identity', ...headers });
