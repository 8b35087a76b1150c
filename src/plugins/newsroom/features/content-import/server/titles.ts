import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { type TitlesOfNew, titlesAmong } from '../../history/server/new-names';
import { readCreated } from './pages';

/** Finds the titles of records that a job's plan creates or brings back. */
export const titlesIn =
  (folder: string): TitlesOfNew =>
  async (keys) => {
    const titles = new Map<string, string>();
    for (const [uid, numbers] of numbersByUid(keys)) {
      const resource = findResourceByUid(uid);
      const found = resource ? await readCreated(folder, resource.name, numbers) : [];
      for (const [key, title] of await titlesAmong(found, keys)) titles.set(key, title);
    }
    return titles;
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
