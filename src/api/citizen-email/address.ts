import { z } from 'zod';
import { type Field, text } from '../../plugins/rostra/server/src/declare';

/** The longest address that mail servers take, in characters. */
const LONGEST = 254;

/** One address, also with letters that are not Latin; nothing with which a header could name a second one. */
const address = z
  .string()
  .max(LONGEST)
  .regex(z.regexes.unicodeEmail)
  .regex(/^[^\p{C}\p{Z}<>()[\]\\,;:"]+\.[^@.]+$/u);

/** Whether a text is one e-mail address that we take. */
export const isEmailAddress = (value: unknown): boolean => address.safeParse(value).success;

/** An e-mail address, kept as it is written, less the blanks around it. */
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
