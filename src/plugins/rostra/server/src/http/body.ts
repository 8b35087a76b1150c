import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { errors } from '../errors/errors';
import { faultsIn } from './well-formed';

/** How many faults of its texts a body is told. */
const MOST_FAULTS = 1_000;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON body of a request, of any method (decisions, 2.1); undefined when it has none. Errors: UNSUPPORTED_MEDIA_TYPE,
 * INVALID_INPUT for what is no JSON in UTF-8 or what no door takes (`faultsIn`), PAYLOAD_TOO_LARGE over `limit` (`5mb`).
 */
export async function readBody(ctx: Context, limit: string): Promise<unknown> {
  const length = ctx.get('content-length');
  if (length === '0' || (!length && !ctx.get('transfer-encoding'))) return undefined;
  try {
    if (!isJson(ctx)) throw errors.unsupportedMediaType();
    const bytes = await getRawBody(ctx.req, { limit, ...(length ? { length } : {}) });
    if (bytes.length === 0) return undefined;
    const body = JSON.parse(decoder.decode(bytes)) as unknown;
    const faults = first(MOST_FAULTS, faultsIn(body));
    if (faults.length > 0) throw errors.invalidInput(faults);
    return body;
  } catch (error) {
    if (error instanceof SyntaxError) throw errors.malformedBody(`the body is no JSON: ${error.message}`);
    if (error instanceof TypeError) throw errors.malformedBody('the body is no UTF-8');
    throw error;
  } finally {
    // What is left of a refused body is read and dropped, so that the client can read the answer.
    ctx.req.resume();
  }
}

function isJson(ctx: Context): boolean {
  if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity') return false;
  const charset = ctx.request.charset.toLowerCase();
  return ctx.is('application/json') !== false && (charset === '' || charset === 'utf-8' || charset === 'utf8');
}

function first<T>(count: number, values: Iterable<T>): T[] {
  const found: T[] = [];
  for (const value of values) {
    if (found.length === count) break;
    found.push(value);
  }
  return found;
}
