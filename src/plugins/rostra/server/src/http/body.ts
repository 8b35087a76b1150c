import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { errors, type Fault } from '../errors/errors';
import { faultsIn } from './well-formed';

/** The maximum number of faults in texts that one answer reports. */
const MAX_FAULTS = 1_000;

/** The maximum size of a body on a route that answers before a log-in. */
export const DOOR_LIMIT = '16kb';

/** The maximum numbers of values and fields in a body, with those inside lists and objects: a million would block the process. */
const MAX_VALUES = 50_000;
const MAX_FIELDS = 10_000;

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
    const { values, fields } = countParts(bytes, MAX_VALUES);
    if (values > MAX_VALUES || fields > MAX_FIELDS) throw errors.invalidInput([TOO_MANY]);
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

const TOO_MANY: Fault = {
  path: '',
  code: 'OUT_OF_RANGE',
  message: `has more than ${MAX_VALUES} values, or more than ${MAX_FIELDS} fields`,
};

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = [...'"\\,:[{'].map((each) => each.charCodeAt(0));

/** Counts the values and fields in JSON without parsing it, until there are more values than `most`. Of other text, it returns any numbers. */
export function countParts(json: Buffer, most: number): { values: number; fields: number } {
  let values = 1;
  let fields = 0;
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COLON) fields += 1;
    // Each list and object has one value more than commas, or none.
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
  }
  return { values, fields };
}

/** Where the string that begins at `start` ends; the length of the text if it does not. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE as number, start + 1); end >= 0; end = json.indexOf(QUOTE as number, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
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
