import type { Json, JsonObject } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import type { Rule } from './resource';

/** A range does not end before it starts (decisions, 2.7). */
export const range =
  <Name extends string>(start: Name, end: Name): Rule<Name> =>
  (record, at) => {
    const [from, to] = [msOf(record[start]), msOf(record[end])];
    if (from !== null && to !== null && to < from) at.at(end).fault('INVALID_VALUE', `must not lie before ${start}`);
  };

/** A rule for each of a field's nested rows. */
export const eachRow =
  <Name extends string>(name: Name, rule: Rule): Rule<Name> =>
  (record, at) => {
    const rows = record[name];
    if (!Array.isArray(rows)) return;
    rows.forEach((row, index) => {
      rule(row as JsonObject, at.at(name).at(index));
    });
  };

/** No two of a field's nested rows have the same values of some of their fields together; told at the first of these. */
export const onceIn =
  <Name extends string>(name: Name, ...fields: [string, ...string[]]): Rule<Name> =>
  (record, at) => {
    const seen = new Set<string>();
    (Array.isArray(record[name]) ? record[name] : []).forEach((row, index) => {
      const values = fields.map((field) => (row as JsonObject)[field] ?? null);
      if (values.includes(null)) return;
      const key = JSON.stringify(values);
      if (seen.has(key))
        at.at(name)
          .at(index)
          .at(fields[0])
          .fault('DUPLICATE', `${toldOf(fields, values)} stands in ${name} already`);
      seen.add(key);
    });
  };

/** `3`, or `session_index 1 with temp_session_index 0`. */
const toldOf = (fields: string[], values: Json[]): string =>
  fields.length === 1 ? String(values[0]) : fields.map((field, index) => `${field} ${values[index]}`).join(' with ');

/** No identifier stands in two of the lists (decisions, 2.8). */
export const disjoint =
  <Name extends string>(...names: Name[]): Rule<Name> =>
  (record, at) => {
    const seen = new Map<unknown, string>();
    for (const name of names) {
      const list = record[name];
      if (!Array.isArray(list)) continue;
      list.forEach((item, index) => {
        if (item === null) return;
        const first = seen.get(item);
        if (first === undefined) seen.set(item, name);
        else if (first !== name) at.at(name).at(index).fault('DUPLICATE', `${item} stands in ${first} already`);
      });
    }
  };
