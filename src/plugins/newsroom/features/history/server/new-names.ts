import type { JsonObject } from '../../../../../common/json';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { findResourceByUid, resourceByName } from '../../../../rostra/server/src/resource/registry';
import { type Comparison, type FieldInfo, nameKey, type ReferenceName } from '../shared/history';
import { referencesIn } from '../shared/values';
import { type NameReader, titleIn } from './reader';
import { namesIn } from './states';

/** A record that a plan creates, or one that was deleted and returns. Its title is empty if it has none. */
export interface NewRecord {
  title: string;
  isReturning: boolean;
}

/** Finds records that a plan creates or brings back, by their keys (`nameKey`). */
export type FindNew = (keys: Set<string>) => Promise<Map<string, NewRecord>>;

/** Names the records that states of records refer to, also those that a plan creates or brings back. Two statements. */
export async function namesWithNew(
  reader: NameReader,
  states: { fields: FieldInfo[]; state: JsonObject | null }[],
  findNew?: FindNew,
): Promise<Comparison['names']> {
  const names = await namesIn(reader, states);
  const references = states.flatMap(({ fields, state }) => (state ? referencesIn(fields, state) : []));
  const missing = new Map(
    references.map((each) => [nameKey(each.uid, each.number), each] as const).filter(([key]) => names[key]?.isDeleted),
  );
  if (missing.size === 0) return names;
  const found = (await findNew?.(new Set(missing.keys()))) ?? new Map<string, NewRecord>();
  for (const [key, { uid, number }] of missing) {
    const resource = findResourceByUid(uid);
    const mayReadTitle = resource !== undefined && reader.mayReadTitle(resource);
    const [created, former] = [found.get(key), names[key]?.title];
    if (number < 0 || created) names[key] = nameOfNew(created, { former, mayReadTitle });
  }
  return names;
}

/** How a record that a plan creates or brings back is named; `former` is the title under which it was deleted. */
export function nameOfNew(
  created: NewRecord | undefined,
  { former, mayReadTitle }: { former: string | undefined; mayReadTitle: boolean },
): ReferenceName {
  const title = (mayReadTitle && created?.title) || former;
  // People know what returns under its identifier.
  const isNew = !created?.isReturning && former === undefined;
  return { ...(title && { title }), ...(isNew && { isNew }) };
}

/** Finds records that changes create or bring back, all of them by default; reads no further than it must. */
export async function newRecordsAmong(
  changes: AsyncIterable<Change> | Iterable<Change>,
  keys?: Set<string>,
): Promise<Map<string, NewRecord>> {
  const found = new Map<string, NewRecord>();
  for await (const change of changes) {
    if (found.size === keys?.size) break;
    if (change.action !== 'create') continue;
    const resource = resourceByName(change.resource);
    const key = nameKey(resource.uid, change.number);
    if (keys && !keys.has(key)) continue;
    const title = (titleIn(resource, change.to) ?? '').slice(0, MAX_TITLE);
    found.set(key, { title, isReturning: isReturning(change) });
  }
  return found;
}

/** The longest title, in UTF-16 units, that is kept of a record that a plan creates. */
const MAX_TITLE = 100;

/** Whether a new record was deleted before; no file says what a restore or an undo brings back. */
export const isReturning = (change: Pick<Change, 'isReturning' | 'wasDeleted'> & { file?: string }): boolean =>
  change.isReturning === true || change.wasDeleted === true || change.file === '';
