/* Saves of new records, as Strapi's forms send them. Checked with Strapi 5.54.0. */

import { FORMER_SAVES_HEADER } from '../../../../common/change-position';
import { CREATED, CREATED_IN_DIALOG, type Words } from '../save-words';
import { newRequestId, notifySent, type Unanswered, withRequest } from '../unanswered';
import { contentTypePath, NEW } from './paths';
import { maybeStored, saysCreated } from './unsaved';

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

/** What is said where a former save has created the record. */
export const createdWords = (address: string): Words => (dialogs.has(pathIn(address)) ? CREATED_IN_DIALOG : CREATED);

const pathIn = (address: string): string => /\/content-manager\/[^?]*/.exec(address)?.[0] ?? '';

/** Sends the save of a new record. If one before it got no answer and is stored, the service creates none, and refuses this one. */
export async function create(
  send: typeof window.fetch,
  [input, init, address]: [RequestInfo | URL, RequestInit | undefined, string],
): Promise<Response> {
  const path = pathIn(address);
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
  return answer;
}
