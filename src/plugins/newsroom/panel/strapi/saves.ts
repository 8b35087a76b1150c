/* Reads and saves of records by Strapi's forms: Strapi hides their headers, so this wraps `fetch`. Checked with Strapi 5.54.0. */

import { CHANGE_HEADER } from '../../../../common/change-position';
import { isObject, type JsonObject, tryParseJson } from '../../../../common/json';
import { UNSHOWN } from '../unshown';
import { recordPath } from './paths';

const RECORD = /\/content-manager\/collection-types\/[^/?]+\/[^/?]+(?:\?|$)/;

/** A record as a form has loaded it: its last change then, and its values. */
export interface LoadedRecord {
  change: number;
  data: JsonObject;
}

/** Sends the save of a form with these values, as one that has shown the record up to a change. */
export type SendSave = (values: JsonObject, change: number) => Promise<Response>;

/** How many loaded records are known at most; the oldest go first. */
const MAX_KNOWN = 100;

/** By address, which tells a form from one of the same record in a dialog. */
const known = new Map<string, LoadedRecord>();

function remember(address: string, loaded: LoadedRecord): void {
  known.delete(address);
  known.set(address, loaded);
  const [oldest = ''] = known.keys();
  if (known.size > MAX_KNOWN) known.delete(oldest);
}

/** The record that a form has loaded last; undefined if it is not known. */
export const loadedRecord = (uid: string, documentId: string): LoadedRecord | undefined =>
  addressesOf(uid, documentId)
    .map((address) => known.get(address))
    .at(-1);

/** Lets the open forms of a record go on from what an earlier one had loaded: what others have changed since then counts as not shown. */
export function goOnFrom(uid: string, documentId: string, { change, data }: LoadedRecord): void {
  for (const address of addressesOf(uid, documentId)) {
    const loaded = known.get(address);
    if (loaded && change < loaded.change) known.set(address, { change, data: { ...loaded.data, ...data } });
  }
}

const addressesOf = (uid: string, documentId: string): string[] =>
  [...known.keys()].filter((address) => address.replace(/\?.*/, '').endsWith(recordPath(uid, documentId)));

/**
 * Lets `save` send what forms save, for records whose loaded form is known. Undefined as its answer: the editor has given up, and the form
 * stays as it is. A save that fails for any reason leaves the form unsaved.
 */
export function watchSaves(
  save: (values: JsonObject, loaded: LoadedRecord, send: SendSave) => Promise<Response | undefined>,
): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const address = String((input as Request).url ?? input);
    const method = init?.method ?? 'GET';
    if (!RECORD.test(address) || (method !== 'GET' && method !== 'PUT')) return send(input, init);
    if (method === 'GET') {
      const answer = await send(input, init);
      const loaded = await loadedIn(answer);
      if (loaded) remember(address, loaded);
      return answer;
    }
    const loaded = known.get(address);
    const values = typeof init?.body === 'string' ? tryParseJson(init.body) : undefined;
    if (!loaded || !isObject(values)) return unsaved(send(input, init));
    const answer = await unsaved(
      save(values as JsonObject, loaded, (some, change) => {
        const headers = new Headers(init?.headers);
        headers.set(CHANGE_HEADER, String(change));
        return send(input, { ...init, headers, body: JSON.stringify(some) });
      }),
    );
    const change = changeIn(answer);
    if (answer.ok && change !== undefined)
      remember(address, { change, data: { ...loaded.data, ...(values as JsonObject) } });
    return answer;
  };
}

function changeIn(answer: Response): number | undefined {
  const text = answer.headers.get(CHANGE_HEADER);
  return text === null ? undefined : Number(text);
}

async function loadedIn(answer: Response): Promise<LoadedRecord | undefined> {
  const change = answer.ok ? changeIn(answer) : undefined;
  if (change === undefined) return undefined;
  const { data } = (await answer.clone().json()) as { data: JsonObject };
  return { change, data };
}

/** The failure after which a form keeps what was typed as unsaved; after others Strapi counts it as saved. The panel logs people out by the status alone. */
const UNSAVED = 'ValidationError';

const UNKNOWN =
  '連線中斷或服務暫時無法使用，不確定是否已儲存。您的內容還在表單裡，請稍後再按一次儲存 — The connection was lost or the service is away, and nobody knows whether this is stored. The form still has what you typed: save it again shortly';

/** The same answer, after which a form that was not saved does not count as saved. */
async function unsaved(sent: Promise<Response | undefined>): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = await sent;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    return failed(503, UNKNOWN);
  }
  if (!answer) return failed(409, UNSHOWN);
  if (answer.ok) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { name?: string; message?: string; details?: object } } | undefined;
  if (!body?.error) return failed(answer.status, UNKNOWN);
  const { name, message = UNKNOWN, details } = body.error;
  return name === UNSAVED ? answer : failed(answer.status, message, details);
}

const failed = (status: number, message: string, details: object = {}): Response =>
  Response.json(
    { data: null, error: { status, name: UNSAVED, message, details: { ...details, errors: [] } } },
    { status },
  );
