import type { Input } from '../fields/input';
import { parseText } from '../fields/text';
import { parseTimestamp } from '../fields/timestamp';

/** Readers of query texts (decisions, 3.1); each answers undefined after noting a fault. */
export const readInteger = (text: string, at: Input): number | undefined => {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
  return value ?? at.fault('INVALID_TYPE', 'must be an integer');
};

export const readBoolean = (text: string, at: Input): boolean | undefined => {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return at.fault('INVALID_TYPE', 'must be true, false, 1 or 0');
};

export const readText = (text: string, at: Input): string | undefined => parseText(text, at);

export const readTimestamp = (text: string, at: Input): number | undefined => parseTimestamp(text, at);
