import type { Content } from './content';
import { type FormulaError, formulaErrors } from './formula-errors';
import { SourceError } from './source-error';
import type { Row } from './table';
import { entriesIn } from './zip';

/** How large a workbook may be when it is unpacked, in bytes: it is read as a whole, and takes some times that in memory. */
const LARGEST = 100 * 1024 * 1024;

/**
 * The rows of a workbook: of the sheet that has the name of its resource, or of the first one. Formulas count as their
 * results. `line` is the row's number in the sheet. Errors: SourceError for a file that is no workbook, or too large, and
 * for formulas that have no result.
 */
export async function workbookRows(content: Content, label: string, sheet: string): Promise<Row[]> {
  try {
    const entries = await entriesIn(content);
    if (entries.reduce((sum, { size }) => sum + size, 0) > LARGEST)
      throw new SourceError(`${label}: is a workbook of more than ${LARGEST >> 20} MB, unpacked: save it as CSV`);
    const rows = await read(content, sheet);
    const failed = await formulaErrors(content, entries, sheet);
    if (failed.length > 0) throw new SourceError(describe(label, failed));
    return rows.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }));
  } catch (error) {
    if (error instanceof SourceError || (error as NodeJS.ErrnoException).syscall) throw error;
    const { message } = error as Error;
    throw new SourceError(`${label}: is no workbook that can be read (${message}): save it anew as .xlsx, or as CSV`);
  }
}

/** How many formulas are named. */
const MOST_NAMED = 10;

function describe(label: string, failed: FormulaError[]): string {
  const named = failed.slice(0, MOST_NAMED).map(({ cell, error }) => `${cell} (${error})`);
  const more = failed.length > named.length ? ` and ${failed.length - named.length} more` : '';
  return `${label}: formulas have no result in ${named.join(', ')}${more}: mend them, or put values in their place`;
}

async function read(content: Content, sheet: string): Promise<unknown[][]> {
  const { readSheet } = await import('read-excel-file/node');
  try {
    return await readSheet(content.stream(), sheet, { trim: false });
  } catch (error) {
    if ((error as Error).name !== 'SheetNotFoundError') throw error;
    return readSheet(content.stream(), { trim: false });
  }
}

/** A cell as the text that a CSV file would hold: of a text, a number, a boolean, a date or nothing. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return dayOf(cell);
  return cell === null ? '' : String(cell);
}

/** To the second: a spreadsheet counts days in fractions, which hit none exactly. */
function dayOf(date: Date): string {
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return iso.replace('T00:00:00.000Z', '');
}
