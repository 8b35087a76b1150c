/* Reads and saves of records by Strapi's forms: Strapi hides their headers, so this wraps `fetch`. Checked with Strapi 5.54.0. */

import {
  CHANGE_HEADER,
  DROPPED_ROWS_HEADER,
  FORMER_SAVES_HEADER,
  ROWS_HEADER,
  UNREAD_HEADER,
} from '../../../../common/change-position';
import { isObject, type Json, type JsonObject, tryParseJson } from '../../../../common/json';
import { newRequestId, notifySent, type Unanswered, withRequest } from '../unanswered';
import { create, tellCreatedFor } from './creates';
import { recordPath } from './paths';
import { maybeStored, unsaved } from './unsaved';

const RECORD = /\/content-manager\/collection-types\/[^/?]+\/[^/?]+(?:\?|$)/;
const NEW_RECORD = /\/content-manager\/collection-types\/[^/?]+(?:\/(?:auto-)?clone\/[^/?]+)?(?:\?|$)/;

/** What a form has shown of a record: its last change, and its nested rows, as the service names them. */
export interface Shown {
  change: number;
  rows?: string;
  /** Of attributes that its editor may not read, and others have changed: the change that the form has shown. */
  unread?: Record<string, number>;
}

/** A record as a form has loaded it: what it shows, and its values. */
export interface LoadedRecord extends Shown {
  data: JsonObject;
  /** Saves since then that may be stored, though nobody knows. */
  unanswered?: Unanswered | undefined;
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

/**
 * Lets the open forms of a record go on from what an earlier one had loaded: what others have changed since then counts as not shown. Where it does
 * not say which rows those were and nothing has changed since, they are those that the record has now.
 */
export function goOnFrom(uid: string, documentId: string, { data, ...shown }: LoadedRecord): void {
  for (const address of addressesOf(uid, documentId)) {
    const loaded = known.get(address);
    if (!loaded || shown.change > loaded.change) continue;
    const { rows } = shown.change === loaded.change ? { ...loaded, ...shown } : shown;
    known.set(address, { ...shown, ...(rows !== undefined && { rows }), data: { ...loaded.data, ...data } });
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
    const values = typeof init?.body === 'string' ? tryParseJson(init.body) : undefined;
    if (method === 'POST' && NEW_RECORD.test(address))
      return once(key, () => {
        const tellCreated = tellCreatedFor(address, init?.body);
        return unsaved(create(send, [input, init, address]), { kind: 'new', address, data: values, tellCreated });
      });
    if (!RECORD.test(address) || (method !== 'GET' && method !== 'PUT')) return send(input, init);
    if (method === 'GET') {
      const answer = await (known.has(address) ? readAgain(() => send(input, init), address) : send(input, init));
      const loaded = await loadedIn(answer);
      if (loaded) remember(address, loaded);
      return answer;
    }
    const loaded = known.get(address);
    if (!loaded || !isObject(values))
      return once(key, () => unsaved(send(input, init), { kind: 'stored', address, data: values }));
    // It may be sent several times: what is typed meanwhile is in none of them.
    const at = Date.now();
    let isShown = true;
    const sendSave: SendSave = async (some, { change, rows, unread = {} }) => {
      // What others have written since, the form shows only once it is read again.
      isShown = change === loaded.change;
      const headers = new Headers(init?.headers);
      headers.set(CHANGE_HEADER, String(change));
      if (rows !== undefined) headers.set(ROWS_HEADER, rows);
      if (Object.keys(unread).length > 0) headers.set(UNREAD_HEADER, JSON.stringify(unread));
      const dropped = droppedRows(values as JsonObject, loaded.data, rows);
      if (dropped !== undefined) headers.set(DROPPED_ROWS_HEADER, dropped);
      const { unanswered } = loaded;
      if (unanswered) headers.set(FORMER_SAVES_HEADER, unanswered.requests.map(({ id }) => id).join(','));
      const request = newRequestId();
      headers.set('X-Request-Id', request);
      // Until there is an answer that says what has become of it.
      loaded.unanswered = withRequest(unanswered, request, at, Object.keys(some));
      notifySent();
      const answer = await send(input, { ...init, headers, body: JSON.stringify(some) });
      if (!(await maybeStored(answer, 'stored'))) loaded.unanswered = unanswered;
      return answer;
    };
    const answer = await once(key, () =>
      unsaved(save(values, loaded, sendSave), { kind: 'stored', address, data: loaded.data }),
    );
    const shown = shownIn(answer);
    if (shown && isShown) remember(address, { ...shown, data: { ...loaded.data, ...(values as JsonObject) } });
    return answer;
  };
}

/** How long to wait before a record is asked for again, in milliseconds. */
const PAUSE = 1000;

/**
 * Reads the record of an open form again, after a save or another change of it, as soon as there is a connection. Without an answer Strapi would
 * show an error in place of the form, with all that was typed meanwhile.
 */
async function readAgain(read: () => Promise<Response>, address: string): Promise<Response> {
  const [path = ''] = /\/content-manager\/[^?]*/.exec(address) ?? [];
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isOpen = window.location.pathname.endsWith(path);
      if (!isOpen || (error as Error).name === 'AbortError') throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
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
