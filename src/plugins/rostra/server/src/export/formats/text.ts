import { stringify } from 'csv-stringify/sync';
import type { JsonObject } from '../../../../../../common/json';
import type { Resource } from '../../resource/resource';
import { cells, header } from './cells';
import type { FormatOptions } from './index';

/** CSV in UTF-8, separated by commas. Quotes texts with commas, quotes or line breaks. */
export async function* csv(
  resource: Resource,
  records: AsyncIterable<JsonObject>,
  { hasBom }: FormatOptions,
): AsyncIterable<string> {
  yield `${hasBom ? '\uFEFF' : ''}${stringify([header(resource)])}`;
  for await (const record of records) yield stringify([cells(resource, record)]);
}

/** A JSON array with one record per line. */
export async function* jsonArray(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  let before = '[';
  for await (const record of records) {
    yield `${before}\n${JSON.stringify(record)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** One JSON record per line. */
export async function* jsonLines(records: AsyncIterable<JsonObject>): AsyncIterable<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}
