import { booleanCell } from './cell';
import { defineField, plainColumn } from './field';

/** True or false; also 0 and 1 (conventions 2.4). */
export const boolean = () =>
  defineField({
    kind: 'boolean',
    empty: null,
    schema: { type: 'boolean' },
    accepts: { type: ['boolean', 'integer'], enum: [true, false, 0, 1] },
    parse: (value, context) => {
      if (typeof value === 'boolean') return value;
      if (value === 0 || value === 1) return value === 1;
      return context.fault('INVALID_TYPE', 'must be true or false');
    },
    cell: booleanCell,
    ...plainColumn,
  });
