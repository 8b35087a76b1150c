import { createStore } from '../store';
import type { ColumnsHook } from './hooks';
import { KEPT_SETTINGS } from './kept-filters';

/* What Strapi's lists show, and what they keep of it in the browser. Checked with Strapi 5.54.0. */

/** Where Strapi keeps the columns of a list. */
const KEPT_COLUMNS = 'STRAPI_LIST_VIEW_DISPLAYED_HEADERS:';

/** Where the list as it was before a view of it was opened is kept. */
const BEFORE = 'newsroom.list-before ';

/** What `usePersistentStateScope` returns: false where the panel may not identify the installation. */
type Scope = string | false | undefined;

/** The open list. */
export interface ShownList {
  /** Its columns in their order; null if they are those of its layout. */
  columns: string[] | null;
  /** What it shows where its address does not say it. */
  sort: string;
  pageSize: number;
}

/** The list that this tab shows; undefined before the first one. */
export const shownList = createStore<ShownList | undefined>(undefined);

/** Notes what a list shows. */
export function watchList(hook: ColumnsHook): ColumnsHook {
  const { layout, settings } = hook.layout;
  const columns = hook.displayedHeaders.map(({ name }) => name);
  if (columns.length === 0) return hook;
  const isOwn = String(columns) === String(layout.map(({ name }) => name));
  const sort = settings.defaultSortBy ? `${settings.defaultSortBy}:${settings.defaultSortOrder}` : '';
  // The list is being rendered, and with it whoever listens.
  queueMicrotask(() => shownList.set({ columns: isOwn ? null : columns, sort, pageSize: settings.pageSize }));
  return hook;
}

/**
 * Lets a list show these columns, and nothing of what it has shown before, the next time that it is opened: filters and sort that it has kept
 * would be added to those of its address. What it has shown before can be had again.
 */
export function enterView(uid: string, scope: Scope, columns: string[] | null, storage: Storage = localStorage): void {
  const keys = keysOf(uid, scope);
  if (storage.getItem(`${BEFORE}${uid}`) === null)
    storage.setItem(`${BEFORE}${uid}`, JSON.stringify(keys.map((key) => storage.getItem(key))));
  for (const key of keys) storage.removeItem(key);
  if (columns) storage.setItem(`${KEPT_COLUMNS}${uid}:${scope}`, JSON.stringify(columns));
}

/** Lets a list show again what it has shown before a view of it was opened. */
export function leaveViews(uid: string, scope: Scope, storage: Storage = localStorage): void {
  const kept = JSON.parse(storage.getItem(`${BEFORE}${uid}`) ?? '[]') as (string | null)[];
  storage.removeItem(`${BEFORE}${uid}`);
  for (const [index, key] of keysOf(uid, scope).entries()) {
    const value = kept[index] ?? null;
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  }
}

const keysOf = (uid: string, scope: Scope): string[] => [
  `${KEPT_SETTINGS}${uid}:${scope}`,
  `${KEPT_SETTINGS}${uid}`,
  `${KEPT_COLUMNS}${uid}:${scope}`,
];
