import { inLanguage } from '../../../panel/language';

/** A record that stands in the way of a delete, as the service names it. */
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

/** The content manager's requests that delete: in a form, in a row of a list, of a selection. */
const DELETES = ['deleteDocument', 'deleteManyDocuments'];

interface Rejected {
  type: string;
  meta?: { arg?: { endpointName?: string } };
  payload?: { status?: number; message?: string; details?: { references?: BlockingReference[]; referenceCount?: number } };
}

let current: DeleteRefusal | undefined;
const listeners = new Set<() => void>();

/** The refusal that is shown, for `useSyncExternalStore`. */
export const shownRefusal = {
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
 * Sees refused deletes pass, whichever part of the panel asked for them: all go through Strapi's store. Strapi's own message
 * becomes a short one in the editor's language; ours follows once its dialog has closed.
 */
export const watchRefusals =
  () =>
  () =>
  (next: (action: unknown) => unknown) =>
  (action: unknown): unknown => {
    const refused = action as Rejected;
    const refusal = refusalIn(refused);
    if (refusal && refused.payload) {
      refused.payload.message = inLanguage({
        zh: `無法刪除：仍有 ${refusal.count} 筆資料需要它。`,
        en: `Not deleted: ${refusal.count} ${refusal.count === 1 ? 'record requires' : 'records require'} it.`,
      });
      setTimeout(() => shownRefusal.set(refusal), 0);
    }
    return next(action);
  };

function refusalIn({ type, meta, payload }: Rejected): DeleteRefusal | undefined {
  const references = payload?.details?.references;
  const isRefused = typeof type === 'string' && type.endsWith('/rejected') && payload?.status === 409;
  if (!isRefused || !references || !DELETES.includes(meta?.arg?.endpointName ?? '')) return undefined;
  return { references, count: payload?.details?.referenceCount ?? references.length };
}
