import { faultInLine } from '../record';

/** The position of a JSON text: the line where it begins and the number of the record, both from 1. */
export interface JsonPlace {
  label: string;
  line: number;
  record: number;
}

/** Parses the text of one record. Errors: SourceError with the line of the fault. */
export function parseJson(text: string, { label, line, record }: JsonPlace): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /at position (\d+)/.exec(message) ?? [];
    const before = position === undefined ? '' : text.slice(0, Number(position));
    const reason = message
      .replace(/ (in JSON )?at position.*$/, '')
      .replace(...UNFINISHED)
      .replace(...TRAILING);
    throw faultInLine(label, line + before.split('\n').length - 1, `invalid JSON: record ${record}: ${reason}`);
  }
}

const UNFINISHED = ['Unexpected end of JSON input', 'it does not end'] as const;
const TRAILING = ['Unexpected non-whitespace character after JSON', 'more text follows its end'] as const;
