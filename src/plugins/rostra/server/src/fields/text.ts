import type { Json } from '../../../../../common/json';
import { defineField, plainColumn } from './field';
import type { ParseContext } from './parse-context';

/** Text of any length; a number is accepted as its digits (conventions 2.4). Required text must not be empty. */
export const text = () =>
  defineField({
    kind: 'text',
    empty: null,
    schema: { type: 'string' },
    parse: parseText,
    ifRequired: {
      schema: { type: 'string', minLength: 1 },
      parse: (value, context) => {
        const parsed = parseText(value, context);
        return parsed === '' ? context.fault('REQUIRED', 'must not be empty') : parsed;
      },
    },
    matchesStored: isSameNumber,
    ...plainColumn,
  });

/** Whether a number equals the stored text: consoles read `01513` as 1513 and send that back (conventions 2.4). */
const isSameNumber = (value: unknown, stored: Json): boolean =>
  typeof value === 'number' && typeof stored === 'string' && stored.trim() !== '' && Number(stored) === value;

/** One of several texts. */
export const choice = (values: string[]) =>
  defineField({
    kind: 'choice',
    empty: null,
    schema: { type: 'string', enum: values },
    parse: (value, context) => {
      const parsed = parseText(value, context);
      if (parsed === undefined || values.includes(parsed)) return parsed;
      return context.fault('INVALID_VALUE', `must be one of ${values.join(', ')}`);
    },
    ...plainColumn,
  });

/** Text that PostgreSQL can store: no NUL, no unpaired surrogate. */
export function parseText(value: unknown, context: ParseContext): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return context.fault('INVALID_TYPE', 'must be text');
  if (text.includes('\u0000') || !text.isWellFormed()) {
    return context.fault('INVALID_VALUE', 'contains an invalid character (NUL or an unpaired surrogate)');
  }
  return text;
}
