import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { csv, jsonArray, jsonLines } from './text';
import { workbook } from './xlsx';

/** How an export is written. */
export type ExportFormat = 'json' | 'ndjson' | 'csv' | 'xlsx';

/** What of a format can be chosen. */
export interface FormatOptions {
  /** CSV begins with a byte order mark, or Excel takes its Chinese for something else. */
  hasMark: boolean;
}

/** Writes records as a file's content, piece by piece. */
export type Write = (
  of: Resource,
  records: AsyncIterable<JsonObject>,
  options: FormatOptions,
) => AsyncIterable<string | Uint8Array>;

/** The formats by their names, which are the endings of files, too. */
export const FORMATS: Record<ExportFormat, Write> = {
  json: (_, records) => jsonArray(records),
  ndjson: (_, records) => jsonLines(records),
  csv,
  xlsx: workbook,
};
