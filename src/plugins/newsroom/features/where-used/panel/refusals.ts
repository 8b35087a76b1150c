import type { Json } from '../../../../../common/json';
import { inLanguage } from '../../../panel/language';
import { removedIn } from '../../../panel/removed-records';
import { createStore } from '../../../panel/store';
import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import type { Rejection } from '../../../panel/strapi/rejections';

/** A record that prevents a delete, as the service reports it. */
export interface BlockingReference {
  resource: string;
  id: number;
  field: string;
}

/** A delete that was refused. */
export interface DeleteRefusal {
  /** What it would have deleted; the references are those of only one of them. */
  deleted: DeletedRecords[];
  references: BlockingReference[];
  count: number;
}

interface Args {
  model: string;
  documentId: string;
  documentIds: string[];
  data: Json;
}

interface Words {
  zh: string;
  en: string;
}

/** The content manager's requests that delete: what each would delete, and the words where it is refused. */
const DELETES: Record<string, { deleted(args: Args): DeletedRecords[]; words(count: number): Words }> = {
  deleteDocument: {
    deleted: ({ model, documentId }) => [{ uid: model, documentIds: [documentId] }],
    words: (count) => ({
      zh: `無法刪除：仍有 ${count} 筆資料需要它。`,
      en: `Not deleted: ${count} ${count === 1 ? 'record requires' : 'records require'} it.`,
    }),
  },
  deleteManyDocuments: {
    deleted: ({ model, documentIds }) => [{ uid: model, documentIds }],
    words: () => ({
      zh: '一筆都沒有刪除：選取的資料裡，有些仍有其他資料需要。',
      en: 'Nothing deleted: other records require some of those selected.',
    }),
  },
  // A save deletes what a form has removed.
  updateDocument: {
    deleted: ({ model, data }) => removedIn(model, data),
    words: () => ({
      zh: '未儲存：表單裡移除的資料，仍有其他資料需要。',
      en: 'Not saved: other records require what was removed in the form.',
    }),
  },
};

/** The displayed refusal. */
export const refusalStore = createStore<DeleteRefusal | undefined>(undefined);

/**
 * Catches refused deletes, whichever part of the panel sent them: replaces Strapi's message by a short one in the editor's
 * language, and opens our dialog after Strapi's has closed.
 */
export function watchDeletes({ endpoint, args, status, details }: Rejection): string | undefined {
  const { references, referenceCount } = (details ?? {}) as {
    references?: BlockingReference[];
    referenceCount?: number;
  };
  const request = DELETES[endpoint];
  if (status !== 409 || !references || !request) return undefined;
  const count = referenceCount ?? references.length;
  const deleted = request.deleted(args as Args);
  setTimeout(() => refusalStore.set({ deleted, references, count }), 0);
  return inLanguage(request.words(count));
}
