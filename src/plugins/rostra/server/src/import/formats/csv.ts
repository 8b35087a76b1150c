import { once } from 'node:events';
import { type CsvError, parse } from 'csv-parse';
import { faultInLine } from '../record';
import type { Content } from './content';
import { MAX_RECORD_BYTES, wholeLines } from './lines';
import type { TableRow } from './table';

/** The possible delimiters; of equally frequent ones the first counts. */
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads the rows of a CSV file, each with its first line number. The delimiter is the most frequent one in the first line.
 * Errors: SourceError with the line of an unreadable row.
 */
export async function* csvRows(content: Content, label: string): AsyncIterable<TableRow> {
  let parser: ReturnType<typeof parserFor> | undefined;
  for await (const { bytes } of wholeLines(content, label)) {
    parser ??= parserFor(delimiterIn(bytes.toString('utf8')), label);
    yield* await parser.rowsIn(bytes);
  }
  if (parser) yield* await parser.rest();
}

/** The most frequent delimiter in the first line that is not empty, outside quotes. */
function delimiterIn(text: string): string {
  const [line = ''] = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/)
    .filter((each) => each.trim() !== '');
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** A row as the parser passes it with `raw: true`; its types do not say so. */
interface Raw {
  record: string[];
  raw: string;
}

/** Parses bytes chunk by chunk. Takes rows from the parser's callback, because its stream would lose them at a fault. */
function parserFor(delimiter: string, label: string) {
  let line = 1;
  let rows: TableRow[] = [];
  const parser = parse({
    delimiter,
    raw: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (parsed: unknown) => {
      const { record, raw } = parsed as Raw;
      rows.push({ line, cells: record });
      line += linesIn(raw);
      return null;
    },
  });
  const fault = new Promise<never>((_, reject) => parser.once('error', reject));
  fault.catch(() => undefined);
  parser.resume();
  const takeRows = async (work: Promise<unknown>) => {
    try {
      await Promise.race([work, fault]);
    } catch (error) {
      throw faultInLine(label, line, describe(error as CsvError));
    }
    const taken = rows;
    rows = [];
    return taken;
  };
  return {
    rowsIn: (bytes: Buffer) => takeRows(new Promise((resolve) => parser.write(bytes, resolve))),
    rest: () => {
      const end = once(parser, 'end');
      parser.end();
      return takeRows(end);
    },
  };
}

function linesIn(raw: string): number {
  return raw.split(/\r\n|\r|\n/).length - 1;
}

function describe({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return 'a quote is not closed: close it, or write "" for a quote in the text';
  return 'a quote inside a cell: write "" for a quote in the text, and put quotes around the whole cell';
}
