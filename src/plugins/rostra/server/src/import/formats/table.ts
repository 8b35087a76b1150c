import { trimBlanks } from '../../fields/cell';
import type { Resource } from '../../resource/resource';
import type { SourceRecord } from '../record';
import { type Column, columnsOf } from './columns';
import { nested } from './nested';
import { faultInLine, SourceError } from './source-error';

/** A row of a table, and the line that it begins in. */
export interface Row {
  line: number;
  cells: string[];
}

/** The records of a table whose first row names the columns; empty rows are left out. Errors: SourceError. */
export async function* tableRecords(
  resource: Resource,
  label: string,
  rows: AsyncIterable<Row>,
): AsyncIterable<SourceRecord> {
  let header: string[] | undefined;
  let columns: (Column | null)[] = [];
  let record = 0;
  for await (const { line, cells } of rows) {
    if (cells.every(isEmpty)) continue;
    if (header === undefined) {
      header = cells.map(trimBlanks);
      columns = columnsOf(resource, header, { label, line });
      continue;
    }
    ensureNamed(header, cells, { label, line });
    record += 1;
    const value = nested(columns, cells, (first, second) => {
      throw faultInLine(label, line, `"${first}" and "${second}" say the same: leave one of them empty`);
    });
    yield { record, line, value };
  }
  if (header === undefined) throw new SourceError(`${label}: is empty; its first line names the columns`);
}

/** A row has a cell for each column, and nothing where no column has a name. */
function ensureNamed(header: string[], cells: string[], { label, line }: { label: string; line: number }): void {
  const count = `it has ${cells.length} cells, the first line names ${header.length} columns`;
  if (cells.length < header.length) throw faultInLine(label, line, `${count}: ${ADVICE}`);
  const nameless = cells.findIndex((cell, index) => !header[index] && !isEmpty(cell));
  if (nameless < 0) return;
  const what = nameless < header.length ? 'give that column a name in the first line' : `${count}: ${ADVICE}`;
  throw faultInLine(label, line, `cell ${nameless + 1} stands in a column without a name: ${what}`);
}

const isEmpty = (cell: string): boolean => trimBlanks(cell) === '';

const ADVICE = 'put a text that holds a delimiter or a line break in quotes';
