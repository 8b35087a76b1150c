import { trimBlanks } from '../../fields/cell';
import type { Resource } from '../../resource/resource';
import { faultInLine, SourceError, type SourceRecord } from '../record';
import { columnsOf, type TableColumn } from './columns';
import { nestCells } from './nest-cells';

/** A row of a table, and the line where it begins. */
export interface TableRow {
  line: number;
  cells: string[];
}

/** Reads the records of a table whose first row names the columns; skips empty rows. Errors: SourceError. */
export async function* tableRecords(
  resource: Resource,
  label: string,
  rows: AsyncIterable<TableRow>,
): AsyncIterable<SourceRecord> {
  let header: string[] | undefined;
  let columns: (TableColumn | null)[] = [];
  let record = 0;
  for await (const { line, cells } of rows) {
    if (cells.every(isEmpty)) continue;
    if (header === undefined) {
      header = cells.map(trimBlanks);
      columns = columnsOf(resource, header, { label, line });
      continue;
    }
    checkCells(header, cells, { label, line });
    record += 1;
    const value = nestCells(columns, cells, (first, second) => {
      throw faultInLine(label, line, `"${first}" and "${second}" set the same value: leave one of them empty`);
    });
    yield { record, line, value };
  }
  if (header === undefined) throw new SourceError(`${label}: is empty; the first line must name the columns`);
}

/** Checks that a row has a cell for each column, and no value in a column without name. Errors: SourceError. */
function checkCells(header: string[], cells: string[], { label, line }: { label: string; line: number }): void {
  const count = `expected ${header.length} cells as in the first line, found ${cells.length}`;
  if (cells.length < header.length) throw faultInLine(label, line, `${count}: ${ADVICE}`);
  const nameless = cells.findIndex((cell, index) => !header[index] && !isEmpty(cell));
  if (nameless < 0) return;
  const advice = nameless < header.length ? 'give that column a name in the first line' : `${count}: ${ADVICE}`;
  throw faultInLine(label, line, `cell ${nameless + 1} is in a column without a name: ${advice}`);
}

const isEmpty = (cell: string): boolean => trimBlanks(cell) === '';

const ADVICE = 'put text that contains a delimiter or a line break in quotes';
