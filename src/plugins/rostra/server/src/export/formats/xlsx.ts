import type { Json, JsonObject } from '../../../../../../common/json';
import { mapValues } from '../../../../../../common/maps';
import { cellFields } from '../../import/formats/columns';
import type { Resource } from '../../resource/resource';
import { ExportError } from '../export-error';
import { cells, header } from './cells';

/** A package of ES modules. */
type Cell = import('write-excel-file/node', { with: { 'resolution-mode': 'import' }}).Cell;

/** What a sheet can hold: rows, and UTF-16 units in a cell. */
const MOST_ROWS = 1_048_576;
const LONGEST_CELL = 32_767;
/** A workbook is made in memory, and takes about ten times its texts. */
const MOST_CHARACTERS = 40_000_000;

/**
 * A workbook with one sheet, named after the resource; its first row stays in sight. Rows that a cell cannot hold have a
 * column each (`districts.0`). Errors: ExportError for what no workbook can hold.
 */
export async function* workbook(of: Resource, records: AsyncIterable<JsonObject>): AsyncIterable<Uint8Array> {
  const kept: JsonObject[] = [];
  let characters = 0;
  for await (const record of records) {
    characters += cells(of, record).join('').length;
    kept.push(record);
    if (kept.length >= MOST_ROWS || characters > MOST_CHARACTERS)
      throw new ExportError(
        `${of.name}: there is too much for a workbook; choose another format, or a part by --filter`,
      );
  }
  const data = tableOf(of, kept);
  const options = { sheet: of.name, stickyRowsCount: 1, columns: data[0]?.map(() => ({ width: 20 })) };
  const { default: writeExcelFile } = await import('write-excel-file/node');
  yield await writeExcelFile(data, options).toBuffer();
}

function tableOf(of: Resource, records: JsonObject[]): Cell[][] {
  const table = records.map((record) => cells(of, record));
  const columns = header(of).flatMap((name, index) => {
    const isLong = table.some((row) => (row[index]?.length ?? 0) > LONGEST_CELL);
    if (isLong && cellFields(of)[name]?.cell?.columns) return spread(name, records);
    return { name, textOf: (_: JsonObject, row: string[]) => row[index] ?? '' };
  });
  const kinds = mapValues(cellFields(of), ({ schema }) => schema.type);
  return [
    columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const })),
    ...records.map((record, at) =>
      columns.map(({ name, textOf }) => {
        const text = textOf(record, table[at] ?? []);
        if (text.length > LONGEST_CELL)
          throw new ExportError(
            `${of.name} ${record[of.key.name]}: ${name} is longer than a cell of a workbook can be; choose another format`,
          );
        return cellFor(text, kinds[name]);
      }),
    ),
  ];
}

/** A column for each row of a field. */
function spread(name: string, records: JsonObject[]) {
  const rowsOf = (record: JsonObject) => (record[name] ?? []) as Json[];
  const most = Math.max(...records.map((record) => rowsOf(record).length));
  return Array.from({ length: most }, (_, index) => ({
    name: `${name}.${index}`,
    textOf: (record: JsonObject) => (index < rowsOf(record).length ? JSON.stringify(rowsOf(record)[index]) : ''),
  }));
}

/** A number or a boolean where the field is one, so that a spreadsheet sorts and sums it. */
function cellFor(text: string, kind: Json | undefined): Cell {
  if (text === '') return null;
  if (kind === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  return kind === 'boolean' ? text === 'true' : escaped(text);
}

/**
 * Characters that XML has no place for are written `_x0001_`, as Excel does; so is what only looks like that. The library
 * keeps texts in a plain object: what every object has (`constructor`) must look different to it.
 */
function escaped(text: string): string {
  if (text in {}) return codesOf(text.charAt(0)) + text.slice(1);
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, codesOf).replaceAll(UNWRITABLE, codesOf);
}

const codesOf = (part: string): string =>
  part
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');

const UNWRITABLE = /[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}|\ufffd/gu;
