import { faultInLine } from './source-error';

/** Where a JSON text stands: the line that it begins in, and which record it is, both from 1. */
export interface JsonPlace {
  label: string;
  line: number;
  record: number;
}

/** Parses the text of one record. Errors: SourceError that names the very line. */
export function parseJson(text: string, { label, line, record }: JsonPlace): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    const before = position === undefined ? '' : text.slice(0, Number(position));
    const what = message
      .replace(/ (in JSON )?at position.*$/, '')
      .replace(...TOO_SHORT)
      .replace(...TOO_LONG);
    throw faultInLine(label, line + before.split('\n').length - 1, `no JSON: record ${record}: ${what}`);
  }
}

const TOO_SHORT = ['Unexpected end of JSON input', 'it does not end'] as const;
const TOO_LONG = ['Unexpected non-whitespace character after JSON', 'something stands behind it'] as const;
