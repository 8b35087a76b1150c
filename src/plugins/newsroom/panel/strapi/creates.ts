/* Saves of new records, as Strapi's forms send them. Checked with Strapi 5.54.0. */

import { FORMER_SAVES_HEADER } from '../../../../common/change-position';
import { createStore } from '../store';
import { newRequestId, notifySent, type Unanswered, withRequest } from '../unanswered';
import { contentTypePath, NEW } from './paths';
import { maybeStored } from './unsaved';
import { writeIn } from './writes';

/** A save of a new record that the service has refused, because a former one of the same form has created it. */
export interface RefusedCreate {
  uid: string;
  /** The record that is there. */
  documentId: string;
  /** Lets the next save of the form create another record. */
  letAnother(): void;
}

/** The latest such save of a form of Strapi, until somebody has told its editor. */
export const refusedCreate = createStore<RefusedCreate | undefined>(undefined);

/** Saves of a new record without an answer, by the form that sends them. */
const formers = new Map<string, Unanswered>();

/** The paths to which open dialogs send that begin a form as a page does. */
const dialogs = new Set<string>();

/**
 * Lets a dialog count as the form of new records until it is closed. It finds out itself what is stored. @returns closes it
 */
export function openCreate(uid: string): () => void {
  dialogs.add(contentTypePath(uid));
  return () => void dialogs.delete(contentTypePath(uid));
}

/** The saves of the form of a new record that may be stored, though nobody knows. */
export const unansweredCreates = (uid: string): Unanswered | undefined => formers.get(contentTypePath(uid));

/** Lets the form of a new record begin, or go on after the saves of a former one. */
export function beginCreate(uid: string, unanswered?: Unanswered): void {
  if (unanswered) formers.set(contentTypePath(uid), unanswered);
  else formers.delete(contentTypePath(uid));
}

/** Lets the form of a new record or a copy begin that has this address: what a former one has sent is not its own. */
export function beginFormAt(pathname: string): void {
  for (const form of formers.keys()) if (isPageOf(form, pathname)) formers.delete(form);
}

/**
 * Tells the form that sends a new record from others: the page of a new record or of a copy, and a dialog of `openCreate`, by the path to which it
 * sends. Other dialogs begin no form, so there only the same record once more counts as the same form.
 */
function formOf(path: string, body: unknown): string {
  const isForm = dialogs.has(path) || isPageOf(path, window.location.pathname);
  return isForm ? path : `${path} ${body}`;
}

/** Whether the form that sends new records to a path has a page with this address. */
const isPageOf = (path: string, pathname: string): boolean =>
  pathname.endsWith(path.includes('/clone/') ? path : `${path}/${NEW}`);

/** Tells the form that sends a new record which one a former save of it has created; undefined for a dialog that finds it out itself. */
export function tellCreatedFor(address: string, body: unknown): ((documentId: string) => void) | undefined {
  const path = pathIn(address);
  const { uid } = writeIn(address, { method: 'POST' }) ?? {};
  if (dialogs.has(path) || uid === undefined) return undefined;
  const form = formOf(path, body);
  return (documentId) => refusedCreate.set({ uid, documentId, letAnother: () => void formers.delete(form) });
}

const pathIn = (address: string): string => /\/content-manager\/[^?]*/.exec(address)?.[0] ?? '';

/** Sends the save of a new record. If one before it got no answer and is stored, the service creates none, and refuses this one, and the later ones. */
export async function create(
  send: typeof window.fetch,
  [input, init, address]: [RequestInfo | URL, RequestInit | undefined, string],
): Promise<Response> {
  const form = formOf(pathIn(address), init?.body);
  const former = formers.get(form);
  const request = newRequestId();
  const headers = new Headers(init?.headers);
  headers.set('X-Request-Id', request);
  if (former) headers.set(FORMER_SAVES_HEADER, former.requests.map(({ id }) => id).join(','));
  const mine = withRequest(former, request, Date.now());
  formers.set(form, mine);
  notifySent();
  const answer = await send(input, { ...init, headers });
  if (await maybeStored(answer, 'new')) return answer;
  // Another form may have begun meanwhile.
  if (formers.get(form) === mine)
    if (former && !answer.ok) formers.set(form, former);
    else formers.delete(form);
  return answer;
}
