import { tryParseJson } from '../../../../common/json';
import { KEPT_SETTINGS } from './kept-filters';

/** Where Strapi keeps the columns of a list in the browser. Checked with Strapi 5.54.0. */
const KEPT_COLUMNS = 'STRAPI_LIST_VIEW_DISPLAYED_HEADERS:';

/** What `usePersistentStateScope` returns: false where the panel may not identify the installation. */
type Scope = string | false | undefined;

/** The columns that a list shows, in their order; null for those that it has by itself. */
export function columnsOf(uid: string, scope: Scope, storage: Storage = localStorage): string[] | null {
  const columns = tryParseJson(storage.getItem(`${KEPT_COLUMNS}${uid}:${scope}`) ?? '');
  return Array.isArray(columns) && columns.every((name) => typeof name === 'string') ? columns : null;
}

/**
 * Lets a list show these columns, and nothing of what it has shown before, the next time that it is opened: filters and sort that it has kept
 * would be added to those of its address.
 */
export function prepareList(
  uid: string,
  scope: Scope,
  columns: string[] | null,
  storage: Storage = localStorage,
): void {
  for (const key of [`${KEPT_SETTINGS}${uid}:${scope}`, `${KEPT_SETTINGS}${uid}`]) storage.removeItem(key);
  const key = `${KEPT_COLUMNS}${uid}:${scope}`;
  if (columns) storage.setItem(key, JSON.stringify(columns));
  else storage.removeItem(key);
}
