import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { type FindNew, type NewRecord, newRecordsAmong } from '../../history/server/new-names';
import { readCreated } from './pages';

/** Finds records that a job's plan creates or brings back. */
export const newRecordsIn =
  (folder: string): FindNew =>
  async (keys) => {
    const records = new Map<string, NewRecord>();
    for (const [uid, numbers] of numbersByUid(keys)) {
      const resource = findResourceByUid(uid);
      const changes = resource ? await readCreated(folder, resource.name, numbers) : [];
      for (const [key, record] of await newRecordsAmong(changes, keys)) records.set(key, record);
    }
    return records;
  };

/** The identifiers in keys (`api::rep.rep 12`), by content type. */
function numbersByUid(keys: Set<string>): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const key of keys) {
    const [uid = '', number] = key.split(' ');
    found.set(uid, (found.get(uid) ?? new Set()).add(Number(number)));
  }
  return found;
}
