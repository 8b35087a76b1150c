import { resources } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { testService } from './client';
import { exchange } from './exchange';
import { keyOf } from './factory';
import type { Reader } from './log-in';

/** A service, its database, and an editor who reads it. */
interface Whole extends Reader {
  databaseUrl: string;
}

/** The service under test, read as its editor. */
export const sharedReader = (): Whole => ({
  url: testService.url,
  authorization: `Bearer ${testService.tokens.editor}`,
  databaseUrl: testService.databaseUrl,
});

/**
 * Reads every list with all rows in full, as text by path, and the state of every record in the database, by resource. Details show nothing more:
 * `readDetails` is for what writes and reads records in another way. Removes what the service records itself: times, and who edited a timeline.
 */
export async function readEverything(reader: Whole): Promise<Record<string, string>> {
  const read = await statesIn(reader.databaseUrl);
  for (const { path } of resources) read[path] = withoutMetadata(await textAt(reader, `${path}?all&full`));
  return read;
}

/** Reads the details of all records, as text by path; without metadata, too. */
export async function readDetails(reader: Reader): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const resource of resources) {
    const { rows } = JSON.parse(await textAt(reader, `${resource.path}?all&full`)) as {
      rows: Record<string, unknown>[];
    };
    const paths = rows.map((row) => `${resource.paths.read}/${keyOf(resource, row)}?full`);
    for (let done = 0; done < paths.length; done += CONCURRENCY) {
      const chunk = paths.slice(done, done + CONCURRENCY);
      const texts = await Promise.all(chunk.map((path) => textAt(reader, path)));
      for (const [index, path] of chunk.entries()) read[path] = withoutMetadata(texts[index] ?? '');
    }
  }
  return read;
}

/** Concurrent requests for records. */
const CONCURRENCY = 8;

async function textAt({ url, authorization }: Reader, path: string): Promise<string> {
  const { status, text } = await exchange(`${url}${path}`, { headers: { authorization } });
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return text;
}

/**
 * Reads the states that history keeps of all records, which hold every field, as text by the name of the resource. `history-safety.test.ts`
 * compares them with the records.
 */
async function statesIn(connectionString: string): Promise<Record<string, string>> {
  const { rows } = await withClient({ connectionString }, (client) =>
    client.query(
      `select resource, json_agg(json_build_array(number, state) order by number)::text as states from rostra_records
       where state is not null and resource = any($1) group by resource`,
      [resources.map(({ name }) => name)],
    ),
  );
  return Object.fromEntries(rows.map(({ resource, states }) => [resource, states]));
}

const withoutMetadata = (text: string): string =>
  text.replaceAll(/"(create_date|update_date|editor)" ?: ?("[^"]*"|-?\d+|null)/g, '"$1":');
