import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { errors } from '../errors/errors';
import { isBounded, TOO_MANY } from './bounds';
import { faultsIn } from './well-formed';

/** The maximum number of faults in texts that one answer reports. */
const MAX_FAULTS = 1_000;

/** The maximum size of a body on a route that answers before a log-in. */
export const DOOR_LIMIT = '16kb';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of a request with any method (conventions 2.1); undefined without a body. Errors: UNSUPPORTED_MEDIA_TYPE,
 * INVALID_INPUT for a body that is not JSON in UTF-8 or has faults (`faultsIn`) or too many values, PAYLOAD_TOO_LARGE above `limit` (`5mb`).
 */
export async function readBody(ctx: Context, limit: string): Promise<unknown> {
  const length = ctx.get('content-length');
  if (length === '0' || (!length && !ctx.get('transfer-encoding'))) return undefined;
  try {
    if (!isJson(ctx)) throw errors.unsupportedMediaType();
    const bytes = await getRawBody(ctx.req, { limit, ...(length ? { length } : {}) });
    if (bytes.length === 0) return undefined;
    if (!isBounded(bytes)) throw errors.invalidInput([TOO_MANY]);
    const body = JSON.parse(decoder.decode(bytes)) as unknown;
    const faults = take(MAX_FAULTS, faultsIn(body));
    if (faults.length > 0) throw errors.invalidInput(faults);
    return body;
  } catch (error) {
    if (error instanceof SyntaxError) throw errors.malformedBody(`the body is not valid JSON: ${error.message}`);
    if (error instanceof TypeError) throw errors.malformedBody('the body is not valid UTF-8');
    throw error;
  } finally {
    // Discard the rest of a refused body, so that the client gets to read the answer.
    ctx.req.resume();
  }
}

function isJson(ctx: Context): boolean {
  if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity') return false;
  const charset = ctx.request.charset.toLowerCase();
  return ctx.is('application/json') !== false && (charset === '' || charset === 'utf-8' || charset === 'utf8');
}

function take<T>(count: number, values: Iterable<T>): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length === count) break;
    taken.push(value);
  }
  return taken;
}
