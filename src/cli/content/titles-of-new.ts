import { titleOfNew } from '../../plugins/newsroom/features/history/server/compared';
import type { Change } from '../../plugins/rostra/server/src/plan/types';

/** Finds the titles of records that changes create, by their keys; reads no further than it must. */
export async function titlesOfNew(
  changes: AsyncIterable<Change> | Iterable<Change>,
  keys: Set<string>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for await (const change of changes) {
    if (titles.size === keys.size) break;
    if (change.action !== 'create') continue;
    const [key, title] = titleOfNew(change);
    if (keys.has(key)) titles.set(key, title);
  }
  return titles;
}
