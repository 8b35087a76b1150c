import { msOf } from '../fields/timestamp';
import type { JsonObject } from '../json';
import type { Rule } from './resource';

/** A range does not end before it starts (decisions, 2.7). */
export const range =
  (start: string, end: string): Rule =>
  (record, at) => {
    const [from, to] = [msOf(record[start]), msOf(record[end])];
    if (from !== null && to !== null && to < from) at.at(end).fault('INVALID_VALUE', `must not lie before ${start}`);
  };

/** A rule for each of a field's nested rows. */
export const eachRow =
  (name: string, rule: Rule): Rule =>
  (record, at) => {
    const rows = record[name];
    if (!Array.isArray(rows)) return;
    rows.forEach((row, index) => {
      rule(row as JsonObject, at.at(name).at(index));
    });
  };

/** No two of a field's nested rows have the same value of one of their fields. */
export const onceIn =
  (name: string, field: string): Rule =>
  (record, at) => {
    const seen = new Set<unknown>();
    (Array.isArray(record[name]) ? record[name] : []).forEach((row, index) => {
      const value = (row as JsonObject)[field] ?? null;
      if (value !== null && seen.has(value))
        at.at(name).at(index).at(field).fault('DUPLICATE', `${value} stands in ${name} already`);
      seen.add(value);
    });
  };

/** No identifier stands in two of the lists (decisions, 2.8). */
export const disjoint =
  (...names: string[]): Rule =>
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
