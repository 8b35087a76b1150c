import { inLanguage } from '../../../panel/language';
import { createStore } from '../../../panel/store';
import type { Rejection } from '../../../panel/strapi/rejections';

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

/** Its saves: they delete what a form has removed. */
const SAVES = ['updateDocument'];

/** The displayed refusal. */
export const refusalStore = createStore<DeleteRefusal | undefined>(undefined);

/**
 * Catches refused deletes, whichever part of the panel sent them: replaces Strapi's message by a short one in the editor's
 * language, and opens our dialog after Strapi's has closed.
 */
export function watchDeletes(rejection: Rejection): string | undefined {
  const refusal = parseRefusal(rejection);
  if (!refusal) return undefined;
  setTimeout(() => refusalStore.set(refusal), 0);
  if (SAVES.includes(rejection.endpoint))
    return inLanguage({
      zh: `未儲存：表單裡移除的資料，仍有 ${refusal.count} 筆資料需要。`,
      en: `Not saved: ${refusal.count} ${refusal.count === 1 ? 'record requires' : 'records require'} what was removed in the form.`,
    });
  return inLanguage({
    zh: `無法刪除：仍有 ${refusal.count} 筆資料需要它。`,
    en: `Not deleted: ${refusal.count} ${refusal.count === 1 ? 'record requires' : 'records require'} it.`,
  });
}

function parseRefusal({ endpoint, status, details }: Rejection): DeleteRefusal | undefined {
  const { references, referenceCount } = (details ?? {}) as {
    references?: BlockingReference[];
    referenceCount?: number;
  };
  if (status !== 409 || !references || ![...DELETES, ...SAVES].includes(endpoint)) return undefined;
  return { references, count: referenceCount ?? references.length };
}
