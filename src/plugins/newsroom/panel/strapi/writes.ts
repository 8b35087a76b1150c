/* Writes of records that Strapi's pages send: Strapi hides their headers, so this wraps `fetch`. Checked with Strapi 5.54.0. */

const WRITES = ['POST', 'PUT', 'DELETE'];
const COPIES = ['clone', 'auto-clone'];
const RECORDS = /\/content-manager\/(?:collection|single)-types\/([^/?]+)(?:\/([^/?]+))?/;

/** A record that a request writes: its content type, and its document id or an action. */
export interface RecordWrite {
  uid: string;
  target?: string;
}

interface Watcher {
  /** Headers to send along. */
  headersFor?(write: RecordWrite): Record<string, string>;
  /** Called with each write that the service has carried out. */
  onDone(write: RecordWrite, done: DoneWrite): void;
}

/** A write that the service has carried out. */
export interface DoneWrite {
  /** The id of its request. */
  request: string;
  /** When it was sent, in epoch ms. */
  sentAt: number;
  /** To be read as a copy. */
  answer: Response;
}

/** Follows the writes of records. */
export function watchWrites({ headersFor, onDone }: Watcher): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const write = writeIn(input, init);
    if (!write) return send(input, init);
    const added = Object.entries(headersFor?.(write) ?? {});
    const sentAt = Date.now();
    const answer = await send(input, added.length > 0 ? { ...init, headers: withHeaders(init?.headers, added) } : init);
    const request = answer.headers.get('X-Request-Id');
    if (answer.ok && request) onDone(write, { request, sentAt, answer });
    return answer;
  };
}

/** The document that the answer to a write names; undefined if it names none. */
export async function documentIn(answer: Response): Promise<string | undefined> {
  const body = (await answer.json().catch(() => undefined)) as { data?: { documentId?: string } } | undefined;
  return body?.data?.documentId;
}

/** Whether a write creates a record, also as a copy of another. */
export const isCreation = ({ target }: RecordWrite): boolean => target === undefined || COPIES.includes(target);

/** Whether a request saves a form: of a record, a new one or a copy. */
export function isSave(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const write = writeIn(input, init);
  if (!write || init?.method === 'DELETE') return false;
  return init?.method === 'PUT' || isCreation(write);
}

function withHeaders(headers: HeadersInit | undefined, added: [string, string][]): Headers {
  const all = new Headers(headers);
  for (const [name, value] of added) all.set(name, value);
  return all;
}

/** The record that a request writes; undefined if it writes none. */
export function writeIn(input: RequestInfo | URL, init: RequestInit | undefined): RecordWrite | undefined {
  if (!WRITES.includes(init?.method ?? '')) return undefined;
  const [, uid, target] =
    RECORDS.exec(typeof input === 'string' ? input : String((input as Request).url ?? input)) ?? [];
  return uid === undefined ? undefined : { uid: decodeURIComponent(uid), ...(target && { target }) };
}
