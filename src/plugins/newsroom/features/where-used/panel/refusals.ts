import { inLanguage } from '../../../panel/language';

/** A record that prevents a delete, as the service reports it. */
export interface BlockingReference {
  resource: string;
  id: number;
  field: string;
}

/** A delete that was refused. */
export interface DeleteRefusal {
  references: BlockingReference[];
  count: number;
}

/** The content manager's delete requests, from a form, a row of a list or a selection. */
const DELETES = ['deleteDocument', 'deleteManyDocuments'];

interface RejectedAction {
  type: string;
  meta?: { arg?: { endpointName?: string } };
  payload?: {
    status?: number;
    message?: string;
    details?: { references?: BlockingReference[]; referenceCount?: number };
  };
}

let current: DeleteRefusal | undefined;
const listeners = new Set<() => void>();

/** Holds the displayed refusal, for `useSyncExternalStore`. */
export const refusalStore = {
  get: (): DeleteRefusal | undefined => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set: (refusal: DeleteRefusal | undefined): void => {
    current = refusal;
    for (const listener of listeners) listener();
  },
};

/**
 * Redux middleware that catches refused deletes, whichever part of the panel sent them. Replaces Strapi's message by a short
 * one in the editor's language, and opens our dialog after Strapi's has closed.
 */
export const watchRefusals =
  () =>
  () =>
  (next: (action: unknown) => unknown) =>
  (action: unknown): unknown => {
    const rejected = action as RejectedAction;
    const refusal = parseRefusal(rejected);
    if (refusal && rejected.payload) {
      rejected.payload.message = inLanguage({
        zh: `無法刪除：仍有 ${refusal.count} 筆資料需要它。`,
        en: `Not deleted: ${refusal.count} ${refusal.count === 1 ? 'record requires' : 'records require'} it.`,
      });
      setTimeout(() => refusalStore.set(refusal), 0);
    }
    return next(action);
  };

function parseRefusal({ type, meta, payload }: RejectedAction): DeleteRefusal | undefined {
  const references = payload?.details?.references;
  const isRefused = typeof type === 'string' && type.endsWith('/rejected') && payload?.status === 409;
  if (!isRefused || !references || !DELETES.includes(meta?.arg?.endpointName ?? '')) return undefined;
  return { references, count: payload?.details?.referenceCount ?? references.length };
}
