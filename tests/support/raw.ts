import { request } from 'node:http';
import { context } from './client';

/** An answer as it came over the wire. */
export interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** In how many pieces the body came. */
  pieces: number;
  /** Whether it came to its end. */
  isWhole: boolean;
}

/** Asks without the help of `fetch`, which takes compressed forms apart; `stops` is after how many pieces the reader goes. */
export function raw(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', stops = Infinity } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${context.url}${path}`,
      { method, headers: { authorization: `Bearer ${context.tokens.editor}`, ...headers } },
      (answer) => {
        const pieces: Buffer[] = [];
        const done = (isWhole: boolean) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(pieces),
            pieces: pieces.length,
            isWhole,
          });
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece);
          if (pieces.length >= stops) asked.destroy();
        });
        answer.on('close', () => done(answer.complete));
        answer.on('error', () => done(false));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

/** The headers of who wants an answer as it is. */
export const plain = (headers: Record<string, string> = {}) => ({ 'accept-encoding': 'identity', ...headers });
