import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import type { FieldInfo } from '../../history/shared/history';
import { excerptOf } from '../shared/excerpt';

/** How long a text, and the JSON of another value, may be, in UTF-16 units: a page has twenty records. */
const MAX_TEXT = 20_000;
const MAX_JSON = 100_000;
const MAX_SHOWN = 1_000;

interface Compared {
  fields: FieldInfo[];
  before: JsonObject | null;
  after: JsonObject | null;
}

/** Shortens values that are too long for a page: texts to where they differ, others to the beginning of their JSON. */
export function shortened(fields: FieldInfo[], before: JsonObject | null, after: JsonObject | null): Compared {
  const result: Compared = { fields, before: before && { ...before }, after: after && { ...after } };
  for (const field of fields) {
    const { name } = field;
    const [old, current] = [before?.[name] ?? null, after?.[name] ?? null];
    if (![old, current].some(isLong)) continue;
    const [from, to] = shorten(old, current);
    if (result.before) result.before[name] = from;
    if (result.after) result.after[name] = to;
    if (field.nested) {
      const plain: FieldInfo = { name, attributes: field.attributes, kind: 'value' };
      result.fields = result.fields.map((each) => (each === field ? plain : each));
    }
  }
  return result;
}

const isLong = (value: Json): boolean =>
  typeof value === 'string'
    ? value.length > MAX_TEXT
    : (Array.isArray(value) || isObject(value)) && JSON.stringify(value).length > MAX_JSON;

function shorten(before: Json, after: Json): [Json, Json] {
  if ([before, after].every((value) => value === null || typeof value === 'string')) {
    const excerpt = excerptOf(String(before ?? ''), String(after ?? ''));
    const [start, end] = excerpt.same;
    return [`${start}${excerpt.before}${end}`, `${start}${excerpt.after}${end}`];
  }
  return [cut(before), cut(after)];
}

const cut = (value: Json): Json => (value === null ? null : `${JSON.stringify(value).slice(0, MAX_SHOWN)}…`);
