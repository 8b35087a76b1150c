import { type Json, tryParseJson } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import { readDate } from './calendar';
import type { Field } from './field';

/** How a value is written in a cell of a table (CSV, XLSX). */
export interface Cell {
  /**
   * Parses a text that is not empty and has no blanks around it. Returns text for invalid input, so that the field's parser
   * notes the fault.
   */
  read(text: string): unknown;
  /** Formats a canonical value that is not null; `read` restores it. */
  write(value: Json): string;
  /** The fields of nested rows, which may have columns of their own: `legislative_steps.0.date`. */
  columns?: Record<string, Field>;
}

/**
 * Text. Written as quoted JSON if a cell would lose it (surrounding blanks, empty text) or a spreadsheet would run it as a
 * formula.
 */
export const textCell: Cell = {
  read: (text) => parseQuoted(text) ?? text,
  write: (value) => (isPlain(String(value)) ? String(value) : JSON.stringify(value)),
};

/** Integers; accepts `12.0`, as some programs write them. No separators: `1,234` means 1.234 in some countries. */
export const integerCell = clearableCell(readInteger);

/** A reference: a number, otherwise a name. Digits with a leading zero (`01254`) are a name. */
export const referenceCell = clearableCell(readReference);

/** `true`, `1`, `yes`, `是`; `false`, `0`, `no`, `否`; in any case. */
export const booleanCell = clearableCell((text) => BOOLEANS.get(text.normalize('NFKC').toLowerCase()) ?? text);

/** A date as people type it (`readDate`); written as ISO text, without the time if it is midnight. */
export const dateCell: Cell = {
  ...clearableCell(readDate),
  write: (value) => new Date(msOf(value) ?? Number.NaN).toISOString().replace('T00:00:00.000Z', ''),
};

/** An object, or rows, as JSON. */
export const jsonCell: Cell = {
  read: (text) => parseJson(text) ?? text,
  write: (value) => JSON.stringify(value),
};

/** Rows as JSON, or in columns of their own. */
export const rowsCell = (columns: Record<string, Field>): Cell => ({ ...jsonCell, columns });

/** References: split at `;` or `、`, or a JSON array. */
export const referencesCell = listCell({ splitAt: /[;；、]/, read: readReference });

/** Integers: split at `;` or `、`, or a JSON array. */
export const integersCell = listCell({ splitAt: /[;；、]/, read: readInteger });

/** Texts: split at `;`, or a JSON array. Without a `;` the field itself splits at `、` or commas (conventions 2.4). */
export const textsCell = listCell({ splitAt: /[;；]/, separators: /[;；、,，]/, keepsUnsplit: true });

interface ListCell {
  splitAt: RegExp;
  /** Characters that force a list to be written as JSON if an item holds them. */
  separators?: RegExp;
  read?(text: string): unknown;
  /** Returns a text without a separator as text, not as a list. */
  keepsUnsplit?: boolean;
}

function listCell({ splitAt, separators = splitAt, read = (text) => text, keepsUnsplit = false }: ListCell): Cell {
  return {
    read: (text) => {
      const json = parseJson(text);
      if (Array.isArray(json)) return json;
      if (keepsUnsplit && !splitAt.test(text)) return text;
      const items = text.split(splitAt).map((item) => item.trim());
      return items.filter(Boolean).map(read);
    },
    write: (value) => {
      const items = (value as Json[]).map(String);
      const isSimple = items.every((item) => isPlain(item) && item === item.trim() && !separators.test(item));
      return isSimple && items.length > 0 && !items[0]?.startsWith('[') ? items.join(';') : JSON.stringify(value);
    },
  };
}

/** A cell where the text `null` clears the field; an empty cell leaves it unchanged. */
function clearableCell(read: (text: string) => unknown): Cell {
  return { read: (text) => (text === 'null' ? null : read(text)), write: String };
}

function readInteger(text: string): unknown {
  const [, number] = /^([+-]?\d+)(?:\.0+)?$/.exec(text.normalize('NFKC')) ?? [];
  return number === undefined ? text : Number(number);
}

function readReference(text: string): unknown {
  const number = readInteger(text);
  return text.length > 1 && text.startsWith('0') ? text : number;
}

const BOOLEANS = new Map(
  Object.entries({ true: true, 1: true, yes: true, 是: true, false: false, 0: false, no: false, 否: false }),
);

/** The JSON object or array in a text; undefined if there is none. */
const parseJson = (text: string): Json | undefined => (/^[[{]/.test(text) ? tryParseJson(text) : undefined);

/** The text in a quoted cell, if it needs the quotes; otherwise undefined. */
function parseQuoted(cell: string): string | undefined {
  const text = /^".*"$/.test(cell) ? tryParseJson(cell) : undefined;
  return typeof text === 'string' && !isPlain(text) ? text : undefined;
}

/** Whether a cell may hold the text without quotes. Spreadsheets run text that starts with a character in FORMULA. */
const isPlain = (text: string): boolean =>
  text === trimBlanks(text) && !FORMULA.test(text) && text !== '' && parseQuoted(text) === undefined;

const FORMULA = /^[=+\-@＝＋－＠\r\n]/;

/** Removes surrounding spaces and tabs. Line breaks and full-width blanks belong to the text. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
