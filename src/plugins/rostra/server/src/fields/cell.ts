import { isObject, type Json } from '../../../../../common/json';
import { msOf } from '../../../../../common/time';
import { readDate } from './calendar';
import type { Field } from './field';

/** How a value stands in one cell of a table (CSV, XLSX). */
export interface Cell {
  /**
   * What a text means that is not empty and has no blanks around it. What the kind cannot be stays text, or becomes
   * another one that cannot be, for the field's own parser to name the fault.
   */
  read(text: string): unknown;
  /** The text of a canonical value that is not null; `read` gives the value back. */
  write(value: Json): string;
  /** The fields of its rows, each of which may have columns of its own: `legislative_steps.0.date`. */
  columns?: Record<string, Field>;
}

/**
 * Text, as it is. What a cell would not give back (blanks around, nothing at all) or a spreadsheet would take for a
 * formula is written as JSON, in quotes.
 */
export const textCell: Cell = {
  read: (text) => parseQuoted(text) ?? text,
  write: (value) => (isPlain(String(value)) ? String(value) : JSON.stringify(value)),
};

/** Whole numbers, also as programs write them that only know fractions (`12.0`). No separators: `1,234` means 1.234 elsewhere. */
export const integerCell = clearableCell(readInteger);

/** A reference: a number, else a name. Digits that no number is written with (`01254`) are a name. */
export const referenceCell = clearableCell(readReference);

/** `true`, `1`, `yes`, `是`; `false`, `0`, `no`, `否`; in capitals, too. */
export const booleanCell = clearableCell((text) => BOOLEANS.get(text.normalize('NFKC').toLowerCase()) ?? text);

/** A date as people write it (`readDate`); written as ISO text, a day without its time. */
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

/** Whole numbers: split at `;` or `、`, or a JSON array. */
export const integersCell = listCell({ splitAt: /[;；、]/, read: readInteger });

/** Texts: split at `;`, or a JSON array. Without a `;` the field itself splits, at `、` or a comma (decisions, 2.4). */
export const textsCell = listCell({ splitAt: /[;；]/, separators: /[;；、,，]/, keepsUnsplit: true });

interface ListCell {
  splitAt: RegExp;
  /** What no item may hold to be written without JSON. */
  separators?: RegExp;
  read?(text: string): unknown;
  /** A text with nothing to split at is left as it is. */
  keepsUnsplit?: boolean;
}

function listCell({ splitAt, separators: apart = splitAt, read = (text) => text, keepsUnsplit: isLeftWhole = false }: ListCell): Cell {
  return {
    read: (text) => {
      const given = parseJson(text);
      if (Array.isArray(given)) return given;
      if (isLeftWhole && !splitAt.test(text)) return text;
      const items = text.split(splitAt).map((item) => item.trim());
      return items.filter(Boolean).map(read);
    },
    write: (value) => {
      const items = (value as Json[]).map(String);
      const isSimple = items.every((item) => isPlain(item) && item === item.trim() && !apart.test(item));
      return isSimple && items.length > 0 && !items[0]?.startsWith('[') ? items.join(';') : JSON.stringify(value);
    },
  };
}

/** A cell that `null` clears, which an empty one does not: that says nothing of the field. */
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

/** The object or array that a text writes as JSON; undefined when it does not. */
function parseJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value) || isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The text that a cell holds in quotes because it could not stand there without; undefined when it is no such cell. */
function parseQuoted(cell: string): string | undefined {
  if (!/^".*"$/.test(cell)) return undefined;
  try {
    const text = JSON.parse(cell) as unknown;
    return typeof text === 'string' && !isPlain(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text means itself in a cell. A first sign in FORMULA would make spreadsheets run it. */
const isPlain = (text: string): boolean =>
  text === trimBlanks(text) && !FORMULA.test(text) && text !== '' && parseQuoted(text) === undefined;

const FORMULA = /^[=+\-@＝＋－＠\r\n]/;

/** A cell's text less the blanks around it. Line breaks, full-width and other blanks belong to the text. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
