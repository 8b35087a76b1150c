/* Saves of new records, as Strapi's forms send them. Checked with Strapi 5.54.0. */

import type { Text } from '../../shared/panel';
import { inLanguage } from '../language';
import { maybeStored, refused } from './unsaved';

/** A former save of the same form has created the record. */
const CREATED: Text = {
  zh: '沒有再新增：剛才那一次其實已經存好了。請到列表開啟那一筆，需要的話再修改；這裡再按一次儲存，會另外新增一筆。',
  en: 'Not saved again: the record is stored since the save before. Open it in the list, and change it there if need be; to save here once more creates another one.',
};

/** Saves of new records that may be stored, though nobody knows: their requests, by address. */
const unanswered = new Map<string, string[]>();

/**
 * Sends the save of a new record. If one before it got no answer and is stored, nothing is sent, and the answer says so: there would be two
 * records.
 */
export async function create(
  send: typeof window.fetch,
  [input, init, address]: [RequestInfo | URL, RequestInit | undefined, string],
): Promise<Response> {
  const former = unanswered.get(address) ?? [];
  for (const request of former)
    if (await isStored(send, request, { init, address })) {
      // Whoever saves once more means another record.
      unanswered.delete(address);
      return refused(409, inLanguage(CREATED));
    }
  const request = newRequestId();
  unanswered.set(address, [...former, request]);
  const headers = new Headers(init?.headers);
  headers.set('X-Request-Id', request);
  const answer = await send(input, { ...init, headers });
  if (!(await maybeStored(answer, 'new'))) unanswered.delete(address);
  return answer;
}

/** Not `randomUUID`, which only secure addresses have. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');

/** Whether a request has changed anything. @throws if the service cannot be reached, which says nothing */
async function isStored(
  send: typeof window.fetch,
  request: string,
  { init, address }: { init: RequestInit | undefined; address: string },
): Promise<boolean> {
  const authorization = new Headers(init?.headers).get('authorization');
  const answer = await send(address.replace(/\/content-manager\/.*/, `/newsroom/history/requests/${request}`), {
    headers: authorization ? { authorization } : {},
  });
  if (answer.status >= 500) throw new Error(`history: ${answer.status}`);
  const changes = answer.ok ? ((await answer.json()) as unknown) : [];
  return Array.isArray(changes) && changes.length > 0;
}
