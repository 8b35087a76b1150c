import { resources } from '../../src/resources';
import { testService } from './client';
import { exchange } from './exchange';
import { keyOf } from './factory';
import type { Reader } from './log-in';

/** The service under test, read as its editor. */
export const sharedReader = (): Reader => ({
  url: testService.url,
  authorization: `Bearer ${testService.tokens.editor}`,
});

/** Of which records the details are read, too. Lists in full have every field, so others only show where the two differ. */
type Details = 'all' | 'newest';

/** How many records of a resource count as its newest: more than a test makes. */
const NEWEST = 6;

/**
 * Reads every list with all rows in full, and details, as text by path. Removes what the service records itself: times, and who
 * edited a timeline.
 */
export async function readEverything(reader: Reader, details: Details = 'newest'): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const resource of resources) {
    const list = await textAt(reader, `${resource.path}?all&full`);
    read[resource.path] = withoutMetadata(list);
    const { rows } = JSON.parse(list) as { rows: Record<string, unknown>[] };
    const paths = selected(rows, details).map((row) => `${resource.paths.read}/${keyOf(resource, row)}?full`);
    for (let done = 0; done < paths.length; done += CONCURRENCY) {
      const chunk = paths.slice(done, done + CONCURRENCY);
      const texts = await Promise.all(chunk.map((path) => textAt(reader, path)));
      for (const [index, path] of chunk.entries()) read[path] = withoutMetadata(texts[index] ?? '');
    }
  }
  return read;
}

function selected(rows: Record<string, unknown>[], details: Details): Record<string, unknown>[] {
  if (details === 'all') return rows;
  const madeAt = (row: Record<string, unknown>) => new Date(row.create_date as string | number).getTime();
  return [...rows].sort((a, b) => madeAt(b) - madeAt(a)).slice(0, NEWEST);
}

/** Concurrent requests for records. */
const CONCURRENCY = 8;

async function textAt({ url, authorization }: Reader, path: string): Promise<string> {
  const { status, text } = await exchange(`${url}${path}`, { headers: { authorization } });
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return text;
}

const withoutMetadata = (text: string): string =>
  text.replaceAll(/"(create_date|update_date|editor)" ?: ?("[^"]*"|-?\d+|null)/g, '"$1":');
