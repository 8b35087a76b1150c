import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { type Difference, differenceOf } from '../../history/shared/difference-of';
import type { FieldInfo } from '../../history/shared/history';
import { shortenedDifference } from '../../history/shared/shortened-difference';

/** How long a text, and the JSON of another value, may be, in UTF-16 units: a page has twenty records. */
const MAX_TEXT = 20_000;
const MAX_JSON = 100_000;

interface Shortened {
  before: JsonObject | null;
  after: JsonObject | null;
  differences?: Record<string, Difference>;
}

/** Compares the values that are too long for a page, until the deadline, and has only what differs, shortened, instead of them. */
export function shortened(
  fields: FieldInfo[],
  before: JsonObject | null,
  after: JsonObject | null,
  deadline?: number,
): Shortened {
  const long = fields.filter(({ name }) => [before, after].some((state) => isLong(state?.[name] ?? null)));
  if (long.length === 0) return { before, after };
  const names = new Set(long.map(({ name }) => name));
  const short = (state: JsonObject | null) =>
    state && Object.fromEntries(Object.entries(state).filter(([name]) => !names.has(name)));
  const differences = long.map(
    (field) => [field.name, shortenedDifference(differenceOf(field, before, after, deadline))] as const,
  );
  return { before: short(before), after: short(after), differences: Object.fromEntries(differences) };
}

const isLong = (value: Json): boolean =>
  typeof value === 'string'
    ? value.length > MAX_TEXT
    : (Array.isArray(value) || isObject(value)) && JSON.stringify(value).length > MAX_JSON;
