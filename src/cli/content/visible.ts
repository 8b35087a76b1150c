/** Line breaks, and what else would disturb a terminal or turn its text around, as JSON may write it. */
export const visible = (text: string): string => text.replaceAll(UNSHOWN, escapeOf);

const UNSHOWN = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOf = (letter: string): string =>
  SHORT[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
