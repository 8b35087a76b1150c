import type { Json } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import { column, type Scope } from '../sql/scope';
import { type Sql, sql } from '../sql/sql';
import { dateCell } from './cell';
import { defineField, type Field } from './field';
import type { ParseContext } from './parse-context';

/** A timestamp, answered as integer epoch milliseconds, negative before 1970 (conventions 2.7). */
export const epochMs = () =>
  timestamp(
    'epochMs',
    { type: 'integer', format: 'int64' },
    (ms) => ms,
    (at) => sql`floor(extract(epoch from ${at}) * 1000)::bigint`,
  );

/** A timestamp, answered as ISO 8601 text in UTC, `2016-02-01T00:00:00.000Z` (conventions 2.7). */
export const utcText = () =>
  timestamp(
    'utcText',
    { type: 'string', format: 'date-time' },
    isoOf,
    (at) => sql`to_char(${at}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );

/** Parses any accepted form of a timestamp into epoch milliseconds; undefined after noting the fault. */
export function parseTimestamp(value: unknown, context: ParseContext): number | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? checkRange(value, context)
      : context.fault('INVALID_TYPE', 'must be integer milliseconds or date-time text');
  }
  if (typeof value !== 'string') return context.fault('INVALID_TYPE', 'must be integer milliseconds or date-time text');
  if (/^-?\d+$/.test(value)) return checkRange(Number(value), context);
  const parts = DATE_TIME.exec(value);
  const ms = parts ? msOfParts(parts) : undefined;
  if (ms === undefined) {
    return context.fault(
      'INVALID_VALUE',
      'must be an existing date: milliseconds, YYYY-MM-DD or YYYY-MM-DDTHH:MM[:SS[.fff]] with Z, an offset or none (UTC)',
    );
  }
  return checkRange(ms, context);
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([Zz]|[+-]\d{2}(?::?\d{2})?))?)?$/;
const MIN_MS = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z');

function checkRange(ms: number, context: ParseContext): number | undefined {
  return ms >= MIN_MS && ms <= MAX_MS ? ms : context.fault('OUT_OF_RANGE', 'must be between the years 1 and 9999');
}

function msOfParts([
  ,
  year,
  month,
  day,
  hour = '0',
  minute = '0',
  second = '0',
  fraction = '',
  zone = 'Z',
]: RegExpExecArray) {
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (h > 23 || mi > 59 || s > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return undefined;
  const offset = minutesOf(zone);
  if (offset === undefined) return undefined;
  return date.getTime() + ((h * 60 + mi - offset) * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** Minutes east of UTC; undefined for an impossible offset. */
function minutesOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 15 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function timestamp(
  kind: string,
  schema: Field['schema'],
  format: (ms: number) => Json,
  read: (column: Sql) => Sql,
): Field<never> {
  return defineField({
    kind,
    empty: null,
    schema,
    accepts: {
      type: ['integer', 'string'],
      description: 'epoch milliseconds, or date-time text (UTC without an offset)',
    },
    parse: (value, context) => {
      const ms = parseTimestamp(value, context);
      return ms === undefined ? undefined : format(ms);
    },
    cell: dateCell,
    read: (scope: Scope, attribute) => read(column(scope, attribute)),
    write: (draft, attribute, value) => {
      const ms = msOf(value);
      draft.values[attribute] = ms === null ? null : isoOf(ms);
    },
  });
}
