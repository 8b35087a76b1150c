import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { context } from './client';
import { keyOf } from './factory';
import type { Reader } from './log-in';

/** The service that the tests share, read by an editor. */
export const shared = (): Reader => ({ url: context.url, authorization: `Bearer ${context.tokens.editor}` });

/**
 * What every list of a service answers with all rows, and every record in full, as the texts that come: path → text. What
 * the service notes itself (times, who wrote a timeline) is left out.
 */
export async function readEverything(reader: Reader, of: Resource[] = resources): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  for (const each of of) {
    const list = await textAt(reader, `${each.path}?all&full`);
    read[each.path] = withoutNotes(list);
    const { rows } = JSON.parse(list) as { rows: Record<string, unknown>[] };
    const paths = rows.map((row) => `${each.paths.read}/${keyOf(each, row)}?full`);
    for (let done = 0; done < paths.length; done += AT_ONCE) {
      const some = paths.slice(done, done + AT_ONCE);
      const texts = await Promise.all(some.map((path) => textAt(reader, path)));
      for (const [index, path] of some.entries()) read[path] = withoutNotes(texts[index] ?? '');
    }
  }
  return read;
}

/** How many records are asked for at a time. */
const AT_ONCE = 8;

async function textAt({ url, authorization }: Reader, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${text}`);
  return text;
}

const withoutNotes = (text: string): string =>
  text.replaceAll(/"(create_date|update_date|editor)" ?: ?("[^"]*"|-?\d+|null)/g, '"$1":');
