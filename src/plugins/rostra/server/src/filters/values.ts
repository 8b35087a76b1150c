import type { ParseContext } from '../fields/parse-context';
import { parseText } from '../fields/text';
import { parseTimestamp } from '../fields/timestamp';

/** Parsers of query texts (conventions 3.1); each returns undefined after noting a fault. */
export const readInteger = (text: string, context: ParseContext): number | undefined => {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  return value ?? context.fault('INVALID_TYPE', 'must be an integer');
};

export const readBoolean = (text: string, context: ParseContext): boolean | undefined => {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return context.fault('INVALID_TYPE', 'must be true, false, 1 or 0');
};

export const readText = (text: string, context: ParseContext): string | undefined => parseText(text, context);

export const readTimestamp = (text: string, context: ParseContext): number | undefined => parseTimestamp(text, context);
