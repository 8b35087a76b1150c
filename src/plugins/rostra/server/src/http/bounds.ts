import type { Fault } from '../errors/errors';

/** The maximum numbers of values and fields in a body, with those inside lists and objects: a million would block the process. */
const MAX_VALUES = 50_000;
const MAX_FIELDS = 10_000;

/** The fault of a body with more. */
export const TOO_MANY: Fault = {
  path: '',
  code: 'OUT_OF_RANGE',
  message: `has more than ${MAX_VALUES} values, or more than ${MAX_FIELDS} fields`,
};

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = [...'"\\,:[{'].map((each) => each.charCodeAt(0));

/** Whether JSON has no more values and fields than a body may have; says it without parsing. */
export function isBounded(json: Buffer): boolean {
  const { values, fields } = countParts(json, MAX_VALUES);
  return values <= MAX_VALUES && fields <= MAX_FIELDS;
}

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
