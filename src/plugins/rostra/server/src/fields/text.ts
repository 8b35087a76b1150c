import type { Json } from '../../../../../common/json';
import { column } from '../sql/scope';
import { type Field, defineField, type Meaning } from './field';
import type { ParseContext } from './parse-context';

/** Text of any length; a number counts as its digits (decisions, 2.4). Required text is not empty. */
export const text = () => textField({ isRequired: false });

interface TextField<Attribute extends string> {
  isRequired: boolean;
  attribute?: Attribute;
  meaning?: Meaning;
}

function textField<Attribute extends string = never>(given: TextField<Attribute>): Field<Attribute> {
  const { isRequired } = given;
  const base = defineField<Attribute>({
    ...given,
    kind: 'text',
    empty: null,
    schema: isRequired ? { type: 'string', minLength: 1 } : { type: 'string' },
    parse: (value, context) => {
      const parsed = parseText(value, context);
      if (parsed === '' && isRequired) return context.fault('REQUIRED', 'must not be empty');
      return parsed;
    },
    matchesStored: isSameNumber,
    read: column,
    write: (draft, name, value) => {
      draft.values[name] = value;
    },
  });
  return {
    ...base,
    required: () => textField({ ...given, isRequired: true }),
    in: (attribute) => textField({ ...given, attribute }),
    means: (meaning) => textField({ ...given, meaning }),
  };
}

/** A number that equals the stored text read as a number: a console reads `01513` as 1513, and sends that back (decisions, 2.4). */
const isSameNumber = (given: unknown, stored: Json): boolean =>
  typeof given === 'number' && typeof stored === 'string' && stored.trim() !== '' && Number(stored) === given;

/** One of some texts. */
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
    read: column,
    write: (draft, attribute, value) => {
      draft.values[attribute] = value;
    },
  });

/** Text that PostgreSQL can keep: no NUL, no half of a surrogate pair. */
export function parseText(value: unknown, context: ParseContext): string | undefined {
  const given = typeof value === 'number' ? String(value) : value;
  if (typeof given !== 'string') return context.fault('INVALID_TYPE', 'must be text');
  if (given.includes('\u0000') || !given.isWellFormed()) {
    return context.fault('INVALID_VALUE', 'contains a character that is no text (NUL or half a surrogate pair)');
  }
  return given;
}
