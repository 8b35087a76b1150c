import { stringify } from 'csv-stringify/sync';
import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { cells, header } from './cells';
import type { FormatOptions } from './index';

/** A table in UTF-8, with commas; texts that hold commas, quotes or line breaks are in quotes. */
export async function* csv(
  of: Resource,
  records: AsyncIterable<JsonObject>,
  { hasMark }: FormatOptions,
): AsyncIterable<string> {
  yield `${hasMark ? '\uFEFF' : ''}${stringify([header(of)])}`;
  for await (const record of records) yield stringify([cells(of, record)]);
}

/** A JSON array, a record a line. */
export async function* jsonArray(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  let before = '[';
  for await (const record of records) {
    yield `${before}\n${JSON.stringify(record)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** A record a line. */
export async function* jsonLines(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
