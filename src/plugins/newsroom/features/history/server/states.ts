import type { JsonObject } from '../../../../../common/json';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { type Comparison, type FieldInfo, nameKey, type ReferenceName } from '../shared/history';
import { referencesIn, storedNames } from '../shared/values';
import { type NameReader, nameRecords } from './reader';

/** A record's state with all values but those of these fields dropped. */
export const onlyFields = (state: JsonObject, fields: FieldInfo[]): JsonObject =>
  Object.fromEntries(fields.flatMap(storedNames).map((name) => [name, state[name] ?? null]));

/** Names the records that states of records refer to, and that the reader may read. Two statements. */
export async function namesIn(
  reader: NameReader,
  states: { fields: FieldInfo[]; state: JsonObject | null }[],
): Promise<Comparison['names']> {
  const references = states.flatMap(({ fields, state }) => (state ? referencesIn(fields, state) : []));
  const distinct = [...new Map(references.map((each) => [nameKey(each.uid, each.number), each])).values()];
  const wanted = distinct.flatMap(({ uid, number }) => {
    const resource = findResourceByUid(uid);
    return resource && reader.mayRead(resource) ? [{ uid, resource: resource.name, publicId: number }] : [];
  });
  const name = await nameRecords(reader, wanted, run);
  return Object.fromEntries(
    wanted.map((each): [string, ReferenceName] => {
      const { title, documentId } = name(each);
      return [
        nameKey(each.uid, each.publicId),
        { ...(title !== undefined && { title }), ...(documentId === undefined && { isDeleted: true }) },
      ];
    }),
  );
}
