import type { JsonObject } from '../../../../../common/json';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { mayReadTitle, readSummaries } from '../../../server/titles';
import { type Comparison, type FieldInfo, nameKey, type ReferenceName } from '../shared/history';
import { referencesIn, storedNames } from '../shared/values';
import type { Reader } from './reader';

/** A record's state with all values but those of these fields dropped. */
export const onlyFields = (state: JsonObject, fields: FieldInfo[]): JsonObject =>
  Object.fromEntries(fields.flatMap(storedNames).map((name) => [name, state[name] ?? null]));

/** Names the records that states of records refer to. One statement. */
export async function namesIn(
  { ability, mayRead }: Reader,
  states: { fields: FieldInfo[]; state: JsonObject | null }[],
): Promise<Comparison['names']> {
  const references = states.flatMap(({ fields, state }) => (state ? referencesIn(fields, state) : []));
  const distinct = [...new Map(references.map((each) => [nameKey(each.uid, each.number), each])).values()];
  const wanted = distinct.flatMap(({ uid, number }) => {
    const resource = findResourceByUid(uid);
    return resource && mayRead(resource) ? [{ resource, publicId: number }] : [];
  });
  const summaries = await readSummaries(wanted, run);
  const found = new Map(summaries.map(({ uid, summary }) => [nameKey(uid, summary.number), summary]));
  const names = wanted.map(({ resource: { uid }, publicId }): [string, ReferenceName] => {
    const summary = found.get(nameKey(uid, publicId));
    if (!summary) return [nameKey(uid, publicId), { isDeleted: true }];
    const title = mayReadTitle(ability, uid) ? summary.title : undefined;
    return [nameKey(uid, publicId), title === undefined ? {} : { title }];
  });
  return Object.fromEntries(names);
}
