import type { Server } from 'node:http';
import { errors } from '../errors/errors';

/**
 * Answers what is no HTTP in the shape of all errors; Node itself would say nothing. Most often it is a query with letters
 * that are not ASCII.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (_, socket) => {
    if (!socket.writable) return socket.destroy();
    const { status, message, details } = errors.malformedBody(
      'the request is no HTTP: letters in a path or query that are not ASCII are to be percent-encoded',
    );
    const body = JSON.stringify({ statusCode: status, message, ...details });
    const head = ['HTTP/1.1 400 Bad Request', 'content-type: application/json; charset=utf-8', 'connection: close'];
    socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  });
}
