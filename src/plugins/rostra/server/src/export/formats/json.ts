import type { JsonObject } from '../../../../../../common/json';

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
