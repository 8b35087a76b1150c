import type { JsonObject } from '../../../../../common/json';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import { type Comparison, type FieldInfo, nameKey } from '../shared/history';
import { referencesIn } from '../shared/values';
import { type NameReader, titleIn } from './reader';
import { namesIn } from './states';

/** Finds the titles of records that a plan creates or brings back, by their keys (`nameKey`). */
export type TitlesOfNew = (keys: Set<string>) => Promise<Map<string, string>>;

/** Names the records that states of records refer to, also those that a plan creates or brings back. Two statements. */
export async function namesWithNew(
  reader: NameReader,
  states: { fields: FieldInfo[]; state: JsonObject | null }[],
  titlesOfNew?: TitlesOfNew,
): Promise<Comparison['names']> {
  const names = await namesIn(reader, states);
  const references = states.flatMap(({ fields, state }) => (state ? referencesIn(fields, state) : []));
  const missing = new Map<string, number>();
  for (const { uid, number } of references) {
    const key = nameKey(uid, number);
    if (names[key]?.isDeleted) missing.set(key, number);
  }
  if (missing.size === 0) return names;
  const titles = (await titlesOfNew?.(new Set(missing.keys()))) ?? new Map<string, string>();
  for (const [key, number] of missing) {
    const [title, former] = [titles.get(key), names[key]?.title];
    if (number < 0 || title !== undefined)
      // What has a former title returns: people know it under its identifier.
      names[key] = former === undefined ? { isNew: true, ...(title && { title }) } : { title: title || former };
  }
  return names;
}

/** Finds the titles of records that changes create or bring back, of all of them by default; reads no further than it must. */
export async function titlesAmong(
  changes: AsyncIterable<Change> | Iterable<Change>,
  keys?: Set<string>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for await (const change of changes) {
    if (titles.size === keys?.size) break;
    if (change.action !== 'create') continue;
    const [key, title] = titleOfNew(change);
    if (!keys || keys.has(key)) titles.set(key, title);
  }
  return titles;
}

/** The longest title, in UTF-16 units, that is kept of a record that a plan creates. */
const MAX_TITLE = 100;

/** The key and the title of such a record; the title is empty if it has none. */
function titleOfNew({
  resource: name,
  number,
  to,
}: Pick<Change, 'resource' | 'number' | 'to'>): [key: string, title: string] {
  const resource = resourceByName(name);
  return [nameKey(resource.uid, number), (titleIn(resource, to) ?? '').slice(0, MAX_TITLE)];
}
