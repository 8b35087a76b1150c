import { adminApi } from '@strapi/admin/strapi-admin';
import { assertPanelHas } from './assert-panel-has';
import { isAtRecord } from './paths';

/** What Strapi's requests for one record are called with. */
export interface RecordArgs {
  model: string;
  documentId?: string;
}

/** What a write makes Strapi read again. */
interface Tag {
  type: string;
  id?: string;
}

interface Definition {
  invalidatesTags?: (result: unknown, error: unknown, args: RecordArgs) => (Tag | string)[];
  keepUnusedDataFor?: number;
  /** Shows what a save would store before it is stored, and what was there before if that fails. */
  onQueryStarted?: unknown;
}

interface Api {
  endpoints: Record<string, unknown>;
  enhanceEndpoints(changes: { endpoints: Record<string, (definition: Definition) => void> }): void;
}

/**
 * Keeps a form that has deleted its record from reading it again, which would answer 404 while Strapi goes to the list. A form that is
 * opened always reads its record: Strapi would show what it knew of it up to a minute ago. Checked with Strapi 5.54.0.
 */
export function leaveDeletedUnread(): void {
  const { endpoints, enhanceEndpoints } = adminApi as object as Api;
  assertPanelHas(endpoints.getDocument && endpoints.deleteDocument, 'requests for records');
  enhanceEndpoints({
    endpoints: {
      getDocument: (definition) => {
        definition.keepUnusedDataFor = 0;
      },
      deleteDocument: (definition) => {
        const tagsOf = definition.invalidatesTags;
        assertPanelHas(typeof tagsOf === 'function', 'tags of a delete');
        definition.invalidatesTags = (result, error, args) => {
          const { model, documentId = '' } = args;
          const tags = tagsOf(result, error, args);
          if (error || !isAtRecord(model, documentId)) return tags;
          const ofForm = [`${model}_${documentId}`, `${model}_ALL_ITEMS`];
          return tags.filter((tag) => typeof tag === 'string' || !ofForm.includes(tag.id ?? ''));
        };
      },
    },
  });
}

/**
 * Lets a form whose save has failed stay as it is: Strapi would show what it had loaded, and read the record again, so that typed text
 * could be lost, or others' values count as seen. Checked with Strapi 5.54.0.
 */
export function leaveUnsavedAlone(): void {
  const { endpoints, enhanceEndpoints } = adminApi as object as Api;
  assertPanelHas(endpoints.updateDocument, 'requests for saves');
  enhanceEndpoints({
    endpoints: {
      updateDocument: (definition) => {
        const tagsOf = definition.invalidatesTags;
        assertPanelHas(typeof tagsOf === 'function', 'tags of a save');
        definition.invalidatesTags = (result, error, args) => (error ? [] : tagsOf(result, error, args));
        definition.onQueryStarted = undefined;
      },
    },
  });
}
