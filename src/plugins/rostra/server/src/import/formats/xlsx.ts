import { SourceError } from '../record';
import type { Content } from './content';
import { type FormulaError, formulaErrors } from './formula-errors';
import type { TableRow } from './table';
import { entriesIn } from './zip';

/** The size limit of an unpacked workbook in bytes: it is read as a whole and takes several times that in memory. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;

/**
 * Reads the rows of the sheet with this name, or of the first sheet. Takes the results of formulas. `line` is the row's
 * number in the sheet. Errors: SourceError for a file that is not a workbook or is too large, and for formulas without
 * result.
 */
export async function workbookRows(content: Content, label: string, sheet: string): Promise<TableRow[]> {
  try {
    const entries = await entriesIn(content);
    if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED_BYTES)
      throw new SourceError(
        `${label}: is a workbook of more than ${MAX_UNPACKED_BYTES >> 20} MB when unpacked: save it as CSV`,
      );
    const rows = await read(content, sheet);
    const failed = await formulaErrors(content, entries, sheet);
    if (failed.length > 0) throw new SourceError(describe(label, failed));
    return rows.map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }));
  } catch (error) {
    if (error instanceof SourceError || (error as NodeJS.ErrnoException).syscall) throw error;
    const { message } = error as Error;
    throw new SourceError(`${label}: is not a readable workbook (${message}): save it again as .xlsx, or as CSV`);
  }
}

/** How many formulas a message lists. */
const MAX_LISTED = 10;

function describe(label: string, failed: FormulaError[]): string {
  const listed = failed.slice(0, MAX_LISTED).map(({ cell, error }) => `${cell} (${error})`);
  const more = failed.length > listed.length ? ` and ${failed.length - listed.length} more` : '';
  return `${label}: formulas have no result in ${listed.join(', ')}${more}: fix them, or replace them by values`;
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

/** The text that a CSV file would have for a cell: a text, number, boolean, date or nothing. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return dayOf(cell);
  return cell === null ? '' : String(cell);
}

/** Rounds to the second: spreadsheets store times as inexact fractions of a day. */
function dayOf(date: Date): string {
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return iso.replace('T00:00:00.000Z', '');
}
