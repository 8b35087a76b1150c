import { isObject, tryParseJson } from '../../../../../common/json';
import { panelOf } from '../../../shared/panels';
import { MAX_RECENT, type RecordReference } from '../shared/found';

const nameOf = (account: number): string => `newsroom.recent ${account}`;

/** The records whose forms an account has opened in this browser, the latest first. */
export function recentOf(account: number, storage: Storage = localStorage): RecordReference[] {
  const list = tryParseJson(storage.getItem(nameOf(account)) ?? '');
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((each): RecordReference[] => {
      if (!isObject(each)) return [];
      const { uid, documentId } = each;
      return typeof uid === 'string' && isDocumentId(documentId) && isKept(uid) ? [{ uid, documentId }] : [];
    })
    .slice(0, MAX_RECENT);
}

/** Remembers that an account has opened the form of a record; not of one with addresses of people. */
export function noteOpened(
  account: number,
  { uid, documentId }: RecordReference,
  storage: Storage = localStorage,
): void {
  if (!isKept(uid) || !isDocumentId(documentId)) return;
  const others = recentOf(account, storage).filter((each) => each.uid !== uid || each.documentId !== documentId);
  const list = [{ uid, documentId }, ...others].slice(0, MAX_RECENT);
  try {
    storage.setItem(nameOf(account), JSON.stringify(list));
  } catch {
    // The storage is full: drafts need it more.
  }
}

/** Whether the service takes this for an identifier. */
const isDocumentId = (value: unknown): value is string => typeof value === 'string' && /^\w+$/.test(value);

function isKept(uid: string): boolean {
  const panel = panelOf(uid);
  return panel !== undefined && !panel.isPersonal;
}
