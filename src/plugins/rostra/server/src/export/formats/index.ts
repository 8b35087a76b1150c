import { stringify } from 'csv-stringify/sync';
import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { cells, header, type TableOptions } from './cells';
import { workbook } from './xlsx';

/** The format of an export. */
export type ExportFormat = 'json' | 'ndjson' | 'csv' | 'xlsx';

/** The options of formats. */
export interface FormatOptions extends TableOptions {
  /** Begins CSV with a byte order mark: without it, Excel garbles Chinese. */
  hasBom: boolean;
}

/** Formats records as the content of a file, chunk by chunk. */
export type Formatter = (
  resource: Resource,
  records: AsyncIterable<JsonObject>,
  options: FormatOptions,
) => AsyncIterable<string | Uint8Array>;

/** The formats by name; the names are also the file endings. */
export const FORMATS: Record<ExportFormat, Formatter> = {
  json: (_, records) => jsonArray(records),
  ndjson: (_, records) => jsonLines(records),
  csv,
  xlsx: workbook,
};

/** CSV in UTF-8, separated by commas. Quotes texts with commas, quotes or line breaks. */
async function* csv(
  resource: Resource,
  records: AsyncIterable<JsonObject>,
  { hasBom, ...options }: FormatOptions,
): AsyncIterable<string> {
  yield `${hasBom ? '\uFEFF' : ''}${stringify([header(resource, options)])}`;
  for await (const record of records) yield stringify([cells(resource, record, options)]);
}

/** A JSON array with one record per line. */
async function* jsonArray(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  let before = '[';
  for await (const record of records) {
    yield `${before}\n${JSON.stringify(record)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** One JSON record per line. */
async function* jsonLines(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
