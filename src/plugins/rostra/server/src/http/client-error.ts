import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiError, errorBody, errors } from '../errors/errors';

/**
 * Answers malformed HTTP with an error body of the usual shape; Node.js would send none. The most frequent cause is a query with
 * letters that are not ASCII; others are headers above `maxHeaderSize` (`config/server.ts`) and requests that take too long.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // An answer that has begun cannot become an error.
    if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy(error);
    const answer = answerTo(error.code);
    const body = JSON.stringify(errorBody(answer));
    const head = [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
      'content-type: application/json; charset=utf-8',
      'connection: close',
    ];
    socket.write([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
    // Not `end`: a client that never closes its side would keep the connection open.
    socket.destroySoon();
  });
}

function answerTo(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return errors.payloadTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.malformedBody(
    'the request is not valid HTTP: percent-encode all characters of the path and query that are not ASCII',
  );
}
