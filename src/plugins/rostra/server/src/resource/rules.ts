import type { Json, JsonObject } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import type { Rule } from './resource';

/** A range must not end before it starts (conventions 2.7). */
export const range =
  <Name extends string>(start: Name, end: Name): Rule<Name> =>
  (record, context) => {
    const [from, to] = [msOf(record[start]), msOf(record[end])];
    if (from !== null && to !== null && to < from)
      context.child(end).fault('INVALID_VALUE', `must not be before ${start}`);
  };

/** Applies a rule to each nested row of a field. */
export const eachRow =
  <Name extends string>(name: Name, rule: Rule): Rule<Name> =>
  (record, context) => {
    const rows = record[name];
    if (!Array.isArray(rows)) return;
    rows.forEach((row, index) => {
      rule(row as JsonObject, context.child(name).child(index));
    });
  };

/** No two nested rows may have the same combination of values; the fault is at the first of the fields. */
export const uniqueIn =
  <Name extends string>(name: Name, ...fields: [string, ...string[]]): Rule<Name> =>
  (record, context) => {
    const seen = new Set<string>();
    (Array.isArray(record[name]) ? record[name] : []).forEach((row, index) => {
      const values = fields.map((field) => (row as JsonObject)[field] ?? null);
      if (values.includes(null)) return;
      const key = JSON.stringify(values);
      if (seen.has(key))
        context
          .child(name)
          .child(index)
          .child(fields[0])
          .fault('DUPLICATE', `${formatValues(fields, values)} is already in ${name}`);
      seen.add(key);
    });
  };

/** `3`, or `session_index 1 with temp_session_index 0`. */
const formatValues = (fields: string[], values: Json[]): string =>
  fields.length === 1 ? String(values[0]) : fields.map((field, index) => `${field} ${values[index]}`).join(' with ');

/** No identifier may be in two of the lists (conventions 2.8). */
export const disjoint =
  <Name extends string>(...names: Name[]): Rule<Name> =>
  (record, context) => {
    const seen = new Map<unknown, string>();
    for (const name of names) {
      const list = record[name];
      if (!Array.isArray(list)) continue;
      list.forEach((item, index) => {
        if (item === null) return;
        const first = seen.get(item);
        if (first === undefined) seen.set(item, name);
        else if (first !== name) context.child(name).child(index).fault('DUPLICATE', `${item} is already in ${first}`);
      });
    }
  };
