import { once } from 'node:events';
import { type CsvError, parse } from 'csv-parse';
import type { Content } from './content';
import { LONGEST, wholeLines } from './lines';
import { faultInLine } from './source-error';
import type { Row } from './table';

/** The delimiters that a file may have, in the order in which they are guessed. */
const DELIMITERS = [',', ';', '\t'];

/**
 * The rows of a CSV file, each with the line that it begins in; the delimiter is the one that stands most often in the
 * first line. Errors: SourceError that names the line of a row which cannot be read.
 */
export async function* csvRows(content: Content, label: string): AsyncIterable<Row> {
  let parser: ReturnType<typeof parserFor> | undefined;
  for await (const { bytes } of wholeLines(content, label)) {
    parser ??= parserFor(delimiterIn(bytes.toString('utf8')), label);
    yield* await parser.rowsIn(bytes);
  }
  if (parser) yield* await parser.rest();
}

/** The delimiter that stands most often in the first line that is not empty, outside of quotes. */
export function delimiterIn(text: string): string {
  const [line = ''] = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/)
    .filter((each) => each.trim() !== '');
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** A row as the parser gives it when it is asked for the text, too; its types do not say so. */
interface Raw {
  record: string[];
  raw: string;
}

/** Parses bytes as they come. What the parser has read of a row is taken from its callback: a stream would lose it at a fault. */
function parserFor(delimiter: string, label: string) {
  let line = 1;
  let rows: Row[] = [];
  const parser = parse({
    delimiter,
    raw: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST,
    on_record: (given: unknown) => {
      const { record, raw } = given as Raw;
      rows.push({ line, cells: record });
      line += linesIn(raw);
      return null;
    },
  });
  const fault = new Promise<never>((_, reject) => parser.once('error', reject));
  fault.catch(() => undefined);
  parser.resume();
  const told = async (work: Promise<unknown>) => {
    try {
      await Promise.race([work, fault]);
    } catch (error) {
      throw faultInLine(label, line, describe(error as CsvError));
    }
    const read = rows;
    rows = [];
    return read;
  };
  return {
    rowsIn: (bytes: Buffer) => told(new Promise((resolve) => parser.write(bytes, resolve))),
    rest: () => {
      const end = once(parser, 'end');
      parser.end();
      return told(end);
    },
  };
}

function linesIn(raw: string): number {
  return raw.split(/\r\n|\r|\n/).length - 1;
}

function describe({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return 'a quote that is not closed: close it, or write "" for one that belongs to the text';
  return 'a quote that does not close its cell: write "" for one that belongs to the text, and put quotes around the whole cell';
}
