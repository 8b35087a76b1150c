/* Saves of new records, as Strapi's forms send them. Checked with Strapi 5.54.0. */

import { FORMER_SAVES_HEADER } from '../../../../common/change-position';
import type { Text } from '../../shared/panel';
import { inLanguage } from '../language';
import { newRequestId, notifySent, type Unanswered, withRequest } from '../unanswered';
import { noteFailure } from './failed-saves';
import { contentTypePath, NEW } from './paths';
import { maybeStored, refused } from './unsaved';

/** A former save of the same form has created the record. */
const CREATED: Text = {
  zh: '沒有再新增：剛才那一次其實已經存好了。請到列表開啟那一筆，需要的話再修改；這裡再按一次儲存，會另外新增一筆。',
  en: 'Not saved again: the record is stored since the save before. Open it in the list, and change it there if need be; to save here once more creates another one.',
};

/** The same in a dialog, which then asks what to do. */
const CREATED_IN_DIALOG: Text = {
  zh: '沒有再新增：剛才那一次其實已經存好了。再按一次儲存，就可以開啟那一筆。',
  en: 'Not saved again: it is stored since the save before. Press Save again to open it.',
};

/** Saves of a new record without an answer, and whether its editor knows that one of them is stored: whoever saves then means another record. */
interface Former {
  unanswered: Unanswered;
  isKnown?: boolean;
}

/** By the form that sends them. */
const formers = new Map<string, Former>();

/** The paths to which open dialogs send that begin a form as a page does. */
const dialogs = new Set<string>();

/**
 * Lets a dialog count as the form of new records until it is closed. It offers what is stored itself: to save once more never creates another
 * record, as it does on the page of new records. @returns closes it
 */
export function openCreate(uid: string): () => void {
  dialogs.add(contentTypePath(uid));
  return () => void dialogs.delete(contentTypePath(uid));
}

/** The saves of the form of a new record that may be stored, though nobody knows. */
export const unansweredCreates = (uid: string): Unanswered | undefined => formers.get(contentTypePath(uid))?.unanswered;

/** Lets the form of a new record begin, or go on after the saves of a former one. */
export function beginCreate(uid: string, unanswered?: Unanswered): void {
  if (unanswered) formers.set(contentTypePath(uid), { unanswered });
  else formers.delete(contentTypePath(uid));
}

/**
 * Tells the form that sends a new record from others: the page of new records, and a dialog of `openCreate`, by the path to which it sends. Copies and
 * other dialogs begin no form, so there only the same record once more counts as the same form.
 */
function formOf(path: string, body: unknown): string {
  const isForm = dialogs.has(path) || window.location.pathname.endsWith(`${path}/${NEW}`);
  return isForm ? path : `${path} ${body}`;
}

/** Sends the save of a new record. If one before it got no answer and is stored, the service creates none, and the answer says so. */
export async function create(
  send: typeof window.fetch,
  [input, init, address]: [RequestInfo | URL, RequestInit | undefined, string],
): Promise<Response> {
  const [path = ''] = /\/content-manager\/[^?]*/.exec(address) ?? [];
  const isDialog = dialogs.has(path);
  const form = formOf(path, init?.body);
  const former = formers.get(form);
  const unanswered = former?.isKnown ? undefined : former?.unanswered;
  const request = newRequestId();
  const headers = new Headers(init?.headers);
  headers.set('X-Request-Id', request);
  if (unanswered) headers.set(FORMER_SAVES_HEADER, unanswered.requests.map(({ id }) => id).join(','));
  const mine: Former = { unanswered: withRequest(unanswered, request, Date.now()) };
  formers.set(form, mine);
  notifySent();
  const answer = await send(input, { ...init, headers });
  if (await maybeStored(answer, 'new')) return answer;
  const isCreated = unanswered !== undefined && (await saysCreated(answer));
  // Another form may have begun meanwhile.
  if (formers.get(form) === mine)
    if (former && !answer.ok) formers.set(form, isCreated && !isDialog ? { ...former, isKnown: true } : former);
    else formers.delete(form);
  return isCreated ? refused(409, noteFailure(inLanguage(isDialog ? CREATED_IN_DIALOG : CREATED), address)) : answer;
}

/** Whether the service has refused to create a record once more. */
async function saysCreated(answer: Response): Promise<boolean> {
  if (answer.status !== 409) return false;
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { details?: { created?: string } } } | undefined;
  return body?.error?.details?.created !== undefined;
}
