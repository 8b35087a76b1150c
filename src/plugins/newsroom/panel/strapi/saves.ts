/* Reads and saves of records by Strapi's forms: Strapi hides their headers, so this wraps `fetch`. Checked with Strapi 5.54.0. */

import { CHANGE_HEADER, DROPPED_ROWS_HEADER, ROWS_HEADER } from '../../../../common/change-position';
import { isObject, type Json, type JsonObject, tryParseJson } from '../../../../common/json';
import { UNSHOWN } from '../unshown';
import { recordPath } from './paths';

const RECORD = /\/content-manager\/collection-types\/[^/?]+\/[^/?]+(?:\?|$)/;
const NEW_RECORD = /\/content-manager\/collection-types\/[^/?]+(?:\/(?:auto-)?clone\/[^/?]+)?(?:\?|$)/;

/** What a form has shown of a record: its last change, and its nested rows, as the service names them. */
export interface Shown {
  change: number;
  rows?: string;
}

/** A record as a form has loaded it: what it shows, and its values. */
export interface LoadedRecord extends Shown {
  data: JsonObject;
}

/** Sends the save of a form with these values, as one that has shown so much of the record. */
export type SendSave = (values: JsonObject, shown: Shown) => Promise<Response>;

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
export function goOnFrom(uid: string, documentId: string, { data, ...shown }: LoadedRecord): void {
  for (const address of addressesOf(uid, documentId)) {
    const loaded = known.get(address);
    if (loaded && shown.change < loaded.change) known.set(address, { ...shown, data: { ...loaded.data, ...data } });
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
    const key = `${method} ${address} ${init?.body}`;
    if (method === 'POST' && NEW_RECORD.test(address)) return once(key, () => unsaved(send(input, init), UNKNOWN_NEW));
    if (!RECORD.test(address) || (method !== 'GET' && method !== 'PUT')) return send(input, init);
    if (method === 'GET') {
      const answer = await send(input, init);
      const loaded = await loadedIn(answer);
      if (loaded) remember(address, loaded);
      return answer;
    }
    const loaded = known.get(address);
    const values = typeof init?.body === 'string' ? tryParseJson(init.body) : undefined;
    if (!loaded || !isObject(values)) return once(key, () => unsaved(send(input, init)));
    let isShown = true;
    const sendSave: SendSave = (some, { change, rows }) => {
      // What others have written since, the form shows only once it is read again.
      isShown = change === loaded.change;
      const headers = new Headers(init?.headers);
      headers.set(CHANGE_HEADER, String(change));
      if (rows !== undefined) headers.set(ROWS_HEADER, rows);
      const dropped = droppedRows(values as JsonObject, loaded.data, rows);
      if (dropped !== undefined) headers.set(DROPPED_ROWS_HEADER, dropped);
      return send(input, { ...init, headers, body: JSON.stringify(some) });
    };
    const answer = await once(key, () => unsaved(save(values as JsonObject, loaded, sendSave)));
    const shown = shownIn(answer);
    if (shown && isShown) remember(address, { ...shown, data: { ...loaded.data, ...(values as JsonObject) } });
    return answer;
  };
}

/** The rows that a form has loaded and does not hold any more, besides those that the service knows it to have shown; undefined if there are none. */
function droppedRows(values: JsonObject, loaded: JsonObject, rows: string | undefined): string | undefined {
  const known = Object.entries((tryParseJson(rows ?? '{}') ?? {}) as Record<string, number[]>);
  const dropped = known.flatMap(([name, shown]) => {
    if (!Array.isArray(values[name])) return [];
    const kept = idsIn(values[name]);
    const ids = idsIn(loaded[name]).filter((id) => !kept.includes(id) && !shown.includes(id));
    return ids.length > 0 ? [[name, ids] as const] : [];
  });
  return dropped.length > 0 ? JSON.stringify(Object.fromEntries(dropped)) : undefined;
}

const idsIn = (rows: Json | undefined): number[] =>
  Array.isArray(rows) ? rows.flatMap((row) => (isObject(row) && typeof row.id === 'number' ? [row.id] : [])) : [];

const underWay = new Map<string, Promise<Response>>();

/** The answer to a save; to the one that is under way if the same is sent again: who presses twice saves once. */
async function once(key: string, send: () => Promise<Response>): Promise<Response> {
  const sent = underWay.get(key) ?? send().finally(() => underWay.delete(key));
  underWay.set(key, sent);
  return (await sent).clone();
}

/** What a form shows with this answer; undefined if it does not say. */
function shownIn({ ok, headers }: Response): Shown | undefined {
  const [change, rows] = [headers.get(CHANGE_HEADER), headers.get(ROWS_HEADER)];
  return ok && change !== null ? { change: Number(change), ...(rows !== null && { rows }) } : undefined;
}

async function loadedIn(answer: Response): Promise<LoadedRecord | undefined> {
  const shown = shownIn(answer);
  if (!shown) return undefined;
  const { data } = (await answer.clone().json()) as { data: JsonObject };
  return { ...shown, data };
}

/** The failure after which a form keeps what was typed as unsaved; after others Strapi counts it as saved. The panel logs people out by the status alone. */
const UNSAVED = 'ValidationError';

const UNKNOWN =
  '連線中斷或服務暫時無法使用，不確定是否已儲存。您的內容還在表單裡，請稍後再按一次儲存 — The connection was lost or the service is away, and nobody knows whether this is stored. The form still has what you typed: save it again shortly';

const UNKNOWN_NEW =
  '連線中斷或服務暫時無法使用，不確定是否已新增。您的內容還在表單裡；再按儲存之前，請先在列表確認，以免新增兩筆 — The connection was lost or the service is away, and nobody knows whether this is stored. The form still has what you typed: look for it in the list before you save again, or there may be two';

/** The same answer, after which a form that was not saved does not count as saved. */
async function unsaved(sent: Promise<Response | undefined>, unknown = UNKNOWN): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = await sent;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    return failed(503, unknown);
  }
  if (!answer) return failed(409, UNSHOWN);
  if (answer.ok) return answer;
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { name?: string; message?: string; details?: object } } | undefined;
  if (!body?.error) return failed(answer.status, unknown);
  const { name, message = unknown, details } = body.error;
  return name === UNSAVED ? answer : failed(answer.status, message, details);
}

const failed = (status: number, message: string, details: object = {}): Response =>
  Response.json(
    { data: null, error: { status, name: UNSAVED, message, details: { ...details, errors: [] } } },
    { status },
  );
