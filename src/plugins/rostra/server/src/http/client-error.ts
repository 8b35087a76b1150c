import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { bodyOf } from '../errors/body';
import { type AnsweredError, errors } from '../errors/errors';

/**
 * Answers what is no HTTP in the shape of all errors; Node itself would answer without a body. Most often it is a query
 * with letters that are not ASCII; also headers over `maxHeaderSize` (`config/server.ts`) and a request that takes too long.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
    // Nothing is put into an answer that has begun.
    if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy(error);
    const answer = answerTo(error.code);
    const body = JSON.stringify(bodyOf(answer));
    const head = [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`,
      'content-type: application/json; charset=utf-8',
      'connection: close',
    ];
    socket.write([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
    // Not `end`: a client that never closes its side would hold the connection.
    socket.destroySoon();
  });
}

function answerTo(code: string | undefined): AnsweredError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge();
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return errors.payloadTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.malformedBody(
    'the request is no HTTP: letters in a path or query that are not ASCII are to be percent-encoded',
  );
}
