import { integerCell } from './cell';
import { defineField, plainColumn } from './field';

/** The range of PostgreSQL's `integer`: identifiers, and every integer of a record. */
const INT32_MIN = -(2 ** 31);
export const INT32_MAX = 2 ** 31 - 1;

/** A 32-bit integer between `min` and `max`. */
export const integer = ({ min = INT32_MIN, max = INT32_MAX }: { min?: number; max?: number } = {}) =>
  defineField({
    kind: 'integer',
    empty: null,
    schema: { type: 'integer', minimum: min, maximum: max },
    parse: (value, context) => {
      if (typeof value !== 'number' || !Number.isInteger(value))
        return context.fault('INVALID_TYPE', 'must be an integer');
      if (value < min || value > max) return context.fault('OUT_OF_RANGE', `must be between ${min} and ${max}`);
      return value;
    },
    cell: integerCell,
    ...plainColumn,
  });

/** A number in a sequence: a term, a session, a position. An integer from 0 (conventions 2.8). */
export const ordinal = () => integer({ min: 0 });
