import { isObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { SourceError, type SourceRecord } from '../record';
import { type Content, toTemporaryFile } from './content';
import { csvRows } from './csv';
import type { Format } from './format';
import { jsonArray } from './json-array';
import { jsonLines } from './json-lines';
import { type TableRow, tableRecords } from './table';
import { describeWrongResource } from './wrong-resource';
import { workbookRows } from './xlsx';

/** Reads the records of a file; each call begins at the start. */
export type RecordReader = () => AsyncIterable<SourceRecord>;

/** How many records show whether a file belongs to its resource. */
const SAMPLE_SIZE = 5;

/**
 * Opens a reader for the records of a file, and reads the first few. Errors: SourceError for a file that cannot be read, or
 * that contains records of another resource.
 */
export async function readerOf(resource: Resource, file: InputFile): Promise<RecordReader> {
  const read = await READERS[file.format](resource, file);
  const names = new Set<string>();
  for await (const { record, value } of read()) {
    if (isObject(value)) for (const name of Object.keys(value)) names.add(name);
    if (record >= SAMPLE_SIZE) break;
  }
  const other = describeWrongResource(resource, [...names]);
  if (other) throw new SourceError(`${file.label}: ${other}`);
  return read;
}

interface InputFile {
  content: Content;
  /** The file's name in messages. */
  label: string;
  format: Format;
}

const READERS: Record<Format, (resource: Resource, file: InputFile) => Promise<RecordReader>> = {
  array:
    async (_, { content, label }) =>
    () =>
      jsonArray(content, label),
  lines:
    async (_, { content, label }) =>
    () =>
      jsonLines(content, label),
  csv:
    async (resource, { content, label }) =>
    () =>
      tableRecords(resource, label, csvRows(content, label)),
  xlsx: async (resource, { content, label }) => {
    // A workbook is read as a whole; spooling frees the memory of its rows.
    const rows = await toTemporaryFile(linesOf(await workbookRows(content, label, resource.name)));
    return () => tableRecords(resource, label, rowsIn(rows));
  },
};

async function* linesOf(rows: TableRow[]): AsyncIterable<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}

async function* rowsIn(content: Content): AsyncIterable<TableRow> {
  for await (const { value } of jsonLines(content, '')) yield value as TableRow;
}
