import type { Json } from '../json';
import { column } from '../sql/scope';
import { type Field, field } from './field';
import type { Input } from './input';

/** Text of any length; a number counts as its digits (decisions, 2.4). Required text is not empty. */
export const text = () => textField(false);

function textField<Attribute extends string = never>(isRequired: boolean, attribute?: Attribute): Field<Attribute> {
  const made = field<Attribute>({
    kind: 'text',
    isRequired,
    ...(attribute ? { attribute } : {}),
    empty: null,
    schema: isRequired ? { type: 'string', minLength: 1 } : { type: 'string' },
    parse: (value, at) => {
      const parsed = parseText(value, at);
      if (parsed === '' && isRequired) return at.fault('REQUIRED', 'must not be empty');
      return parsed;
    },
    keeps: isSameNumber,
    read: column,
    write: (draft, name, value) => {
      draft.values[name] = value;
    },
  });
  return {
    ...made,
    required: () => textField(true, attribute),
    in: (other) => textField(isRequired, other),
  };
}

/** A number that equals the stored text read as a number: a console reads `01513` as 1513, and sends that back (decisions, 2.4). */
const isSameNumber = (given: unknown, stored: Json): boolean =>
  typeof given === 'number' && typeof stored === 'string' && stored.trim() !== '' && Number(stored) === given;

/** One of some texts. */
export const choice = (values: string[]) =>
  field({
    kind: 'choice',
    empty: null,
    schema: { type: 'string', enum: values },
    parse: (value, at) => {
      const parsed = parseText(value, at);
      if (parsed === undefined || values.includes(parsed)) return parsed;
      return at.fault('INVALID_VALUE', `must be one of ${values.join(', ')}`);
    },
    read: column,
    write: (draft, attribute, value) => {
      draft.values[attribute] = value;
    },
  });

/** Text that PostgreSQL can keep: no NUL, no half of a surrogate pair. */
export function parseText(value: unknown, at: Input): string | undefined {
  const given = typeof value === 'number' ? String(value) : value;
  if (typeof given !== 'string') return at.fault('INVALID_TYPE', 'must be text');
  if (given.includes('\u0000') || !given.isWellFormed()) {
    return at.fault('INVALID_VALUE', 'contains a character that is no text (NUL or half a surrogate pair)');
  }
  return given;
}
