import { FetchError, useFetchClient, usePersistentStateScope } from '@strapi/admin/strapi-admin';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { columnsOf } from '../../../panel/strapi/list-state';
import { useFetch } from '../../../panel/use-fetch';
import { heldQuery, isSameQuery, type NewView, type SavedView, type ViewFault } from '../shared/views';

const PATH = '/newsroom/views';

/** The page that opens a view; its address can be sent to others. */
export const viewPage = (id: number): string => `/plugins/newsroom/views/${id}`;

/** The address of a view at the service. */
export const viewPath = (id: number): string => `${PATH}/${id}`;

/** The views of a list, or of all lists. */
export const useViews = (uid?: string) => {
  const query = uid === undefined ? '' : `?${new URLSearchParams({ uid })}`;
  return useFetch<SavedView[]>(uid === '' ? null : `${PATH}${query}`);
};

/** What becomes of a write: the view, what keeps it from being saved, or nothing if it failed. */
export type Saved = { view: SavedView } | { fault: ViewFault | 'failed' };

/** Saves, replaces and deletes views. */
export function useViewWrites() {
  const { post, put, del } = useFetchClient();
  return {
    create: (view: NewView): Promise<Saved> => settled(post<SavedView>(PATH, view)),
    replace: (id: number, view: NewView): Promise<Saved> => settled(put<SavedView>(viewPath(id), view)),
    /** Resolves to whether it is gone. */
    remove: async (id: number): Promise<boolean> => {
      try {
        await del(viewPath(id));
        return true;
      } catch (error) {
        return error instanceof FetchError && error.status === 404;
      }
    },
  };
}

async function settled(request: Promise<{ data: SavedView }>): Promise<Saved> {
  try {
    return { view: (await request).data };
  } catch (error) {
    const code = error instanceof FetchError ? (error.response?.data as Refusal | undefined)?.error?.details?.code : '';
    return { fault: code === 'TAKEN' || code === 'TOO_MANY' ? code : 'failed' };
  }
}

interface Refusal {
  error?: { details?: { code?: string } };
}

/** What the open list shows, as a view would hold it. */
export function useShown(uid: string): Pick<NewView, 'query' | 'columns'> & { isShownBy(view: SavedView): boolean } {
  const scope = usePersistentStateScope();
  const { search } = useLocation();
  const query = heldQuery(search);
  const columns = columnsOf(uid, scope);
  return {
    query,
    columns,
    isShownBy: (view) =>
      isSameQuery(view.query, query) && (view.columns === null || String(view.columns) === String(columns)),
  };
}

/** The texts of the views. */
export function useText() {
  const { formatMessage } = useIntl();
  return (key: string, values?: Record<string, string | number>): string =>
    formatMessage({ id: `newsroom.saved-views.${key}` }, values);
}
