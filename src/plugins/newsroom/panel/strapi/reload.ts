import { adminApi, type StrapiApp } from '@strapi/admin/strapi-admin';
import { forgetAhead } from '../ahead';

type Dispatch = (action: unknown) => unknown;

let dispatch: Dispatch | undefined;

/** What Strapi's pages keep of records: forms, lists, relations and counts. */
const KEPT = ['Document', 'Relations', 'RecentDocumentList', 'CountDocuments'];

/** Lets `notifyChanged` reach Strapi's store. Checked with Strapi 5.54.0. */
export function watchStore(app: StrapiApp): void {
  const middleware = (store: { dispatch: Dispatch }) => {
    dispatch = store.dispatch;
    return (next: Dispatch) => (action: unknown) => next(action);
  };
  app.addMiddlewares([(() => middleware) as never]);
}

/** Makes the open form of a record read it again. */
export function readAgain(uid: string, documentId: string): void {
  forgetAhead();
  dispatch?.(adminApi.util.invalidateTags([{ type: 'Document', id: `${uid}_${documentId}` }] as never));
}

/** Makes Strapi's open forms and lists read their records again, after something else than they has changed them. */
export function notifyChanged(): void {
  forgetAhead();
  dispatch?.(adminApi.util.invalidateTags(KEPT as never));
}
