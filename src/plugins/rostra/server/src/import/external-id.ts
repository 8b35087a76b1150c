import { isObject } from '../../../../../common/json';
import { type ParseContext, parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';

/** The field of an imported record that holds its identifier at the source of the import. */
export const EXTERNAL_ID = 'external_id';

/** How long an identifier may be, in characters. */
const MAX_LENGTH = 200;

/**
 * The identifier that a record of the input has at the source of the import: any text, also a whole number. Undefined if it has none, or
 * after noting a fault at `at`, the record.
 */
export function externalIdIn(
  resource: Resource,
  value: unknown,
  sourceName: string | undefined,
  at: ParseContext = parseContext(),
): string | undefined {
  const given = isObject(value) ? value[EXTERNAL_ID] : undefined;
  if (given === undefined || given === null) return undefined;
  const { fault } = at.child(EXTERNAL_ID);
  // Their identifiers elsewhere would be addresses again.
  if (resource.hasPrivateHistory) return fault('INVALID_VALUE', `${resource.name} take part in no source`);
  if (sourceName === undefined)
    return fault('INVALID_VALUE', 'is an identifier at a source: name the source of the import (--source)');
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text !== 'string') return fault('INVALID_TYPE', 'must be a text');
  return parseExternalId(text, at.child(EXTERNAL_ID));
}

/** Parses an identifier at a source: a text without control characters; blanks around it are dropped. */
export function parseExternalId(given: string, { fault }: Pick<ParseContext, 'fault'>): string | undefined {
  const text = given.trim();
  if (text === '') return fault('INVALID_VALUE', 'must not be empty');
  if (/\p{Cc}|\p{Cs}/u.test(text))
    return fault('INVALID_VALUE', 'must not have line breaks or other control characters');
  if (Array.from(text).length > MAX_LENGTH) return fault('OUT_OF_RANGE', `must have at most ${MAX_LENGTH} characters`);
  return text;
}
