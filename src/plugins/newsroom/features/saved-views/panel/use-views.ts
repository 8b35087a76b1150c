import { FetchError, useFetchClient } from '@strapi/admin/strapi-admin';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { shownList } from '../../../panel/strapi/list-state';
import { useFetch } from '../../../panel/use-fetch';
import { heldQuery, type NewView, type SavedView, type ViewChanges, type ViewFault } from '../shared/views';

const PATH = '/newsroom/views';

/** The page that opens a view; its address can be sent to others. */
export const viewPage = (id: number): string => `/plugins/newsroom/views/${id}`;

/** The page that opens a list without a view. */
export const withoutPage = (uid: string): string => `/plugins/newsroom/views/without/${uid}`;

/** The address of a view at the service. */
export const viewPath = (id: number): string => `${PATH}/${id}`;

/** The views of a list, or of all lists. */
export const useViews = (uid?: string) => {
  const query = uid === undefined ? '' : `?${new URLSearchParams({ uid })}`;
  return useFetch<SavedView[]>(uid === '' ? null : `${PATH}${query}`);
};

/** Why a view is not written: what the service says, `GONE` if it is no longer there, `REFUSED` for anything else that will not do, or nobody knows. */
export type Fault = ViewFault | 'GONE' | 'REFUSED' | 'failed';

/** What becomes of a write. */
export type Written = { view?: SavedView } | { fault: Fault };

/** Saves, changes and deletes views. */
export function useViewWrites() {
  const { post, put, del } = useFetchClient();
  return {
    create: (view: NewView): Promise<Written> => settled(post<SavedView>(PATH, view)),
    change: (id: number, changes: ViewChanges): Promise<Written> => settled(put<SavedView>(viewPath(id), changes)),
    remove: (id: number): Promise<Written> => settled(del(viewPath(id)).then(() => ({}))),
    bringBack: (id: number): Promise<Written> => settled(post<SavedView>(`${viewPath(id)}/bring-back`)),
  };
}

async function settled(request: Promise<{ data?: SavedView }>): Promise<Written> {
  try {
    const { data } = await request;
    return data ? { view: data } : {};
  } catch (error) {
    const { status = 0, response } = error instanceof FetchError ? error : {};
    const code = (response?.data as Refusal | undefined)?.error?.details?.code;
    if (code === 'TAKEN' || code === 'TOO_MANY') return { fault: code };
    if (status === 404) return { fault: 'GONE' };
    return { fault: status >= 400 && status < 500 ? 'REFUSED' : 'failed' };
  }
}

interface Refusal {
  error?: { details?: { code?: string } };
}

/** What the open list shows, as a view would hold it; undefined until it is known. */
export function useShown(): (Pick<NewView, 'query' | 'columns'> & { isShownBy(view: SavedView): boolean }) | undefined {
  const list = useSyncExternalStore(shownList.subscribe, shownList.get);
  const { search } = useLocation();
  if (!list) return undefined;
  const { columns } = list;
  const query = heldQuery(search, list);
  return {
    query,
    columns,
    isShownBy: (view) => heldQuery(view.query, list) === query && String(view.columns) === String(columns),
  };
}

/** The texts of the views. */
export function useText() {
  const { formatMessage } = useIntl();
  return (key: string, values?: Record<string, string | number>): string =>
    formatMessage({ id: `newsroom.saved-views.${key}` }, values);
}
