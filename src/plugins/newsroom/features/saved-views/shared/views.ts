/** A view of a list: what an editor has made of it, to be opened again. */
export interface SavedView {
  id: number;
  /** The content type. */
  uid: string;
  name: string;
  /** Whether everybody who may see the list sees the view. */
  isShared: boolean;
  isOwn: boolean;
  mayRemove: boolean;
  /** Who has saved it; null without a name. */
  owner: string | null;
  /** The part of the list's address that it holds: `filters[$and][0][term_index][$eq]=9&sort=date:DESC`. */
  query: string;
  /** The columns in their order; null for those that the list has by itself, also when these change. */
  columns: string[] | null;
}

/** What is sent to save a view. */
export type NewView = Pick<SavedView, 'uid' | 'name' | 'isShared' | 'query' | 'columns'>;

/** What is sent to change one; the rest stays. */
export type ViewChanges = Partial<Omit<NewView, 'uid'>>;

/** The longest name of a view, and the longest part of an address that one holds. */
export const MAX_NAME = 100;
export const MAX_QUERY = 8_000;

/** What keeps a view from being saved: another one of the same owner has its name, or there are too many. */
export type ViewFault = 'TAKEN' | 'TOO_MANY';

/** What a list shows where its address does not say it. */
export interface ListDefaults {
  /** `date:DESC`; empty without one. */
  sort: string;
  pageSize: number;
}

/** What a view holds of a list's address. */
const HELD = /^(filters\[.*|sort|pageSize|_q)$/;

/** What a list with this address shows, as a view holds it: also what the address leaves to the list. */
export function heldQuery(search: string, { sort, pageSize }: ListDefaults): string {
  const held = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => HELD.test(name)));
  if (!held.has('sort') && sort) held.set('sort', sort);
  if (!held.has('pageSize')) held.set('pageSize', String(pageSize));
  held.sort();
  return held.toString();
}

/** Whether a view holds all of this query. */
export const isHeld = (query: string): boolean =>
  [...new URLSearchParams(query).keys()].every((name) => HELD.test(name));
