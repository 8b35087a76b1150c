import { isObject, type JsonObject, tryParseJson } from '../../../../../common/json';
import { NEW } from '../../../panel/strapi/paths';
import type { Unanswered } from '../../../panel/unanswered';

/** What somebody has typed into a form and not saved. */
export interface Draft {
  /** When its values were last changed, in epoch milliseconds. */
  at: number;
  /** The record's last change that the form had shown, and its rows; absent for a new record. */
  change?: number;
  rows?: string;
  /** The request that has created the record, where nobody knows its change yet. */
  createdBy?: string;
  /** Saves of the form that may be stored, though nobody knows. */
  unanswered?: Unanswered | undefined;
  /** The changed attributes as the form holds them. */
  values: JsonObject;
  /** The same attributes of the record as the form had loaded it. */
  loaded: JsonObject;
  /** Of a new record: what each of its saves without an answer has sent. */
  sent?: { request: string; values: JsonObject }[];
}

/**
 * Whose draft of what: the account of the panel, and the record's content type and document; `create` and the browser tab for a new record. A `form`
 * of new records that holds them by fields of its own has drafts of its own.
 */
export interface DraftKey {
  account: number;
  uid: string;
  form?: 'map';
  documentId: string;
}

const PREFIX = 'newsroom.draft ';

/** Drafts that nobody came back to go after 30 days. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

const nameOf = ({ account, uid, form, documentId }: DraftKey): string =>
  `${PREFIX}${account} ${uid}${form ? `/${form}` : ''} ${documentId}`;

/** The draft of a form; undefined if there is none, or if it is too old. */
export function readDraft(key: DraftKey, storage: Storage = localStorage, now = Date.now()): Draft | undefined {
  const draft = parse(storage.getItem(nameOf(key)));
  return draft && now - draft.at < MAX_AGE_MS ? draft : undefined;
}

/**
 * Keeps a draft in the browser. Where its storage is full, the oldest drafts go, and the newest one is given up if that does not help: typing
 * goes on in any case.
 * @returns the text that the storage has now; undefined if it has none
 */
export function writeDraft(key: DraftKey, draft: Draft, storage: Storage = localStorage): string | undefined {
  const text = JSON.stringify(draft);
  for (;;) {
    try {
      storage.setItem(nameOf(key), text);
      return text;
    } catch {
      const [oldest] = draftsIn(storage).filter(({ name }) => name !== nameOf(key));
      storage.removeItem(oldest?.name ?? nameOf(key));
      if (!oldest) return undefined;
    }
  }
}

/**
 * Gives the draft of a new record that no open tab keeps any more, the latest one, to another tab, whose key this is, unless it has one of its own.
 * @param isKept whether an open tab keeps it
 */
export function adoptDraft(
  key: DraftKey,
  isKept: (documentId: string) => boolean,
  storage: Storage = localStorage,
): void {
  const [own, all] = [nameOf(key), nameOf({ ...key, documentId: NEW })];
  if (storage.getItem(own) !== null) return;
  const left = draftsIn(storage).filter(({ name }) => name === all || name.startsWith(`${all} `));
  const last = left.filter(({ name }) => !isKept(name.slice(all.length - NEW.length))).at(-1);
  if (!last) return;
  const text = storage.getItem(last.name) ?? '';
  try {
    storage.setItem(own, text);
    storage.removeItem(last.name);
  } catch {
    // There is no room for both: it stays, for a later form.
  }
}

/** The text of the draft of a form, as `writeDraft` returns it; null if there is none. */
export const draftText = (key: DraftKey, storage: Storage = localStorage): string | null =>
  storage.getItem(nameOf(key));

/**
 * Gives what is left of the draft of a new record to the record that has been created; where that has a draft already, or there is no room, it stays.
 * @returns whether it was moved
 */
export function moveDraft(key: DraftKey, documentId: string, rest: Draft, storage: Storage = localStorage): boolean {
  const { form: _, ...target } = { ...key, documentId };
  if (readDraft(target, storage)) return false;
  const former = draftText(key, storage);
  removeDraft(key, storage);
  if (writeDraft(target, rest, storage) !== undefined) return true;
  if (former !== null) storage.setItem(nameOf(key), former);
  return false;
}

/** Forgets the draft of a form. */
export const removeDraft = (key: DraftKey, storage: Storage = localStorage): void => storage.removeItem(nameOf(key));

/** Forgets drafts that are too old. */
export function removeOldDrafts(storage: Storage = localStorage, now = Date.now()): void {
  for (const { name, at } of draftsIn(storage)) if (now - at >= MAX_AGE_MS) storage.removeItem(name);
}

/** All drafts, the oldest first. */
const draftsIn = (storage: Storage): { name: string; at: number }[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name, at: parse(storage.getItem(name))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at);

function parse(text: string | null): Draft | undefined {
  const draft = tryParseJson(text ?? '');
  return isObject(draft) && typeof draft.at === 'number' && isObject(draft.values) && isObject(draft.loaded)
    ? (draft as object as Draft)
    : undefined;
}
