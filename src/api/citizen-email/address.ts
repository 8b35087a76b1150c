import { z } from 'zod';
import { type Field, text } from '../../plugins/rostra/server/src/declare';

/** The longest address that mail servers accept, in characters. */
const LONGEST = 254;

/** One address, possibly with non-Latin letters, without characters that could add a second recipient to a header. */
const address = z
  .string()
  .max(LONGEST)
  .regex(z.regexes.unicodeEmail)
  .regex(/^[^\p{C}\p{Z}<>()[\]\\,;:"]+\.[^@.]+$/u);

/** Whether a value is one acceptable e-mail address. */
export const isEmailAddress = (value: unknown): boolean => address.safeParse(value).success;

/** A field for an e-mail address, stored as written without surrounding blanks. */
export function emailAddress(): Field<never> {
  const plain = text().required();
  return {
    ...plain,
    schema: { type: 'string', format: 'idn-email', maxLength: LONGEST },
    parse: (value, at, siblings) => {
      const parsed = plain.parse(typeof value === 'string' ? value.trim() : value, at, siblings);
      if (parsed === undefined || isEmailAddress(parsed)) return parsed;
      return at.fault('INVALID_VALUE', 'must be an e-mail address');
    },
  };
}
