import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { csv, jsonArray, jsonLines } from './text';
import { workbook } from './xlsx';

/** The format of an export. */
export type ExportFormat = 'json' | 'ndjson' | 'csv' | 'xlsx';

/** The options of formats. */
export interface FormatOptions {
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
