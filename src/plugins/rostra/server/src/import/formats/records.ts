import { isObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import type { SourceRecord } from '../record';
import { type Content, spool } from './content';
import { csvRows } from './csv';
import type { Format } from './format';
import { jsonArray } from './json-array';
import { jsonLines } from './json-lines';
import { haveNothingOf } from './likeness';
import { SourceError } from './source-error';
import { type Row, tableRecords } from './table';
import { workbookRows } from './xlsx';

/** Reads the records of a file from its beginning, as often as it is called. */
export type Read = () => AsyncIterable<SourceRecord>;

/** How many of the first records tell whether a file is one of its resource. */
const FIRST = 5;

/**
 * How to read the records of a file. Its beginning is read at once. Errors: SourceError for one that cannot be read, and
 * for one that holds records of another resource.
 */
export async function readerOf(of: Resource, place: Place): Promise<Read> {
  const read = await READERS[place.format](of, place);
  const names = new Set<string>();
  for await (const { record, value } of read()) {
    if (isObject(value)) for (const name of Object.keys(value)) names.add(name);
    if (record >= FIRST) break;
  }
  const other = haveNothingOf(of, [...names]);
  if (other) throw new SourceError(`${place.label}: ${other}`);
  return read;
}

interface Place {
  content: Content;
  /** What faults call the file. */
  label: string;
  format: Format;
}

const READERS: Record<Format, (of: Resource, place: Place) => Promise<Read>> = {
  array:
    async (_, { content, label }) =>
    () =>
      jsonArray(content, label),
  lines:
    async (_, { content, label }) =>
    () =>
      jsonLines(content, label),
  csv:
    async (of, { content, label }) =>
    () =>
      tableRecords(of, label, csvRows(content, label)),
  xlsx: async (of, { content, label }) => {
    // A workbook is read as a whole; its rows do not stay in memory.
    const rows = await spool(linesOf(await workbookRows(content, label, of.name)));
    return () => tableRecords(of, label, rowsIn(rows));
  },
};

async function* linesOf(rows: Row[]): AsyncIterable<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* rowsIn(content: Content): AsyncIterable<Row> {
  for await (const { value } of jsonLines(content, '')) yield value as Row;
}
