import type { Json, JsonObject } from '../../../../../../common/json';
import { mapValues } from '../../../../../../common/maps';
import { cellFields } from '../../import/formats/columns';
import type { Resource } from '../../resource/resource';
import { ExportError } from '../export-error';
import { cells, header, type TableOptions } from './cells';

/** A package of ES modules. */
type SheetCell = import('write-excel-file/node', { with: { 'resolution-mode': 'import' }}).Cell;

/** The limits of a sheet: rows, and UTF-16 units in a cell. */
const MAX_ROWS = 1_048_576;
const MAX_CELL_LENGTH = 32_767;
/** A workbook is built in memory and takes about ten times the size of its texts. */
const MAX_CHARACTERS = 40_000_000;

/**
 * A workbook with one sheet, named after the resource, with a fixed header row. Nested rows that are too long for one cell
 * get a column each (`districts.0`). Errors: ExportError if a workbook cannot hold the records.
 */
export async function* workbook(
  resource: Resource,
  records: AsyncIterable<JsonObject>,
  options: TableOptions,
): AsyncIterable<Uint8Array> {
  const buffered: JsonObject[] = [];
  let characters = 0;
  for await (const record of records) {
    characters += cells(resource, record, options).join('').length;
    buffered.push(record);
    if (buffered.length >= MAX_ROWS || characters > MAX_CHARACTERS)
      throw new ExportError(
        `${resource.name}: too large for a workbook; choose another format, or select fewer records by --filter`,
      );
  }
  const data = tableOf(resource, buffered, options);
  const layout = { sheet: resource.name, stickyRowsCount: 1, columns: data[0]?.map(() => ({ width: 20 })) };
  const { default: writeExcelFile } = await import('write-excel-file/node');
  yield await writeExcelFile(data, layout).toBuffer();
}

function tableOf(resource: Resource, records: JsonObject[], options: TableOptions): SheetCell[][] {
  const table = records.map((record) => cells(resource, record, options));
  const columns = header(resource, options).flatMap((name, index) => {
    const isLong = table.some((row) => (row[index]?.length ?? 0) > MAX_CELL_LENGTH);
    if (isLong && cellFields(resource)[name]?.cell?.columns) return spread(name, records);
    return { name, textOf: (_: JsonObject, row: string[]) => row[index] ?? '' };
  });
  const kinds = mapValues(cellFields(resource, options), ({ schema }) => schema.type);
  return [
    columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const })),
    ...records.map((record, at) =>
      columns.map(({ name, textOf }) => {
        const text = textOf(record, table[at] ?? []);
        if (text.length > MAX_CELL_LENGTH)
          throw new ExportError(
            `${resource.name} ${record[resource.key.name]}: ${name} is too long for a cell of a workbook; choose another format`,
          );
        return cellFor(text, kinds[name]);
      }),
    ),
  ];
}

/** One column for each nested row of a field. */
function spread(name: string, records: JsonObject[]) {
  const rowsOf = (record: JsonObject) => (record[name] ?? []) as Json[];
  const count = Math.max(...records.map((record) => rowsOf(record).length));
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}.${index}`,
    textOf: (record: JsonObject) => (index < rowsOf(record).length ? JSON.stringify(rowsOf(record)[index]) : ''),
  }));
}

/** A number or boolean for a field of that type, so that spreadsheets can sort and sum it. */
function cellFor(text: string, kind: Json | undefined): SheetCell {
  if (text === '') return null;
  if (kind === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  return kind === 'boolean' ? text === 'true' : escapeText(text);
}

/**
 * Writes characters that XML does not allow as `_x0001_`, like Excel, and escapes texts that look like such a code. The
 * library uses texts as keys of a plain object: escapes names that every object has (`constructor`).
 */
function escapeText(text: string): string {
  if (text in {}) return codesOf(text.charAt(0)) + text.slice(1);
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, codesOf).replaceAll(UNWRITABLE, codesOf);
}

const codesOf = (part: string): string =>
  part
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');

const UNWRITABLE = /[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}|\ufffd/gu;
