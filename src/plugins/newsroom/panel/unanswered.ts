import { createStore } from './store';

/** Saves of a form that may be stored, though nobody knows. */
export interface Unanswered {
  /** Their requests, the earliest first, with when their values were read, in epoch milliseconds. */
  requests: { id: string; at: number }[];
  /** The attributes that they sent; none of a new record, which is sent as a whole. */
  attributes: string[];
}

/** The saves before and one more, which may be stored until there is an answer. `at` is when its values were read, in epoch milliseconds. */
export const withRequest = (
  { requests, attributes }: Unanswered = { requests: [], attributes: [] },
  id: string,
  at: number,
  sent: string[] = [],
): Unanswered => ({ requests: [...requests, { id, at }], attributes: [...attributes, ...sent] });

const sends = createStore({});

/** Tells that a save is on its way: what becomes of it is known only once it is answered. */
export const notifySent = (): void => sends.set({});

/** Adds a listener for saves that are on their way; the result removes it. */
export const onSent = sends.subscribe;

/** Not `randomUUID`, which only secure addresses have. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
