import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { useCallback, useMemo } from 'react';
import { useMay } from '../../../panel/permissions';
import { contentTypePath, recordPath } from '../../../panel/strapi/paths';
import { tellDeleted } from '../../drafts/panel/deleted';
import { endOf, type MapNode, TOPIC_RELATION } from '../shared/topic-map';
import { changedFields, draftOf, fieldsOf, type RelationDraft, type StoredRelation } from './relation-values';
import { useWords } from './words';

/** Returns the editor's permissions on topic relations. */
export function useRights() {
  const may = useMay();
  return useMemo(
    () => ({
      create: may('create', TOPIC_RELATION),
      update: may('update', TOPIC_RELATION),
      remove: may('delete', TOPIC_RELATION),
    }),
    [may],
  );
}

/**
 * Writes relations through the same route as the edit form, with its permissions and rules. Each function notifies the editor and returns the document id; undefined if refused, or if somebody
 * has deleted the relation.
 * `open` reads what is stored now, before a relation is edited: `update` sends what differs from it, and what others have changed since is
 * asked about, as in a form.
 */
export function useWrites(reload: () => Promise<void>) {
  const { get, post, put, del } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const { text } = useWords();

  const orNotify = useCallback(
    async <T>(work: () => Promise<T>, onGone?: () => void): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        if (onGone && isGone(error)) onGone();
        else toggleNotification({ type: 'danger', message: formatAPIError(error as never) });
        return undefined;
      }
    },
    [toggleNotification, formatAPIError],
  );
  const withNotification = useCallback(
    <T>(messageKey: string, work: () => Promise<T>, onGone?: () => void): Promise<T | undefined> =>
      orNotify(async () => {
        const answer = await work();
        await reload();
        toggleNotification({ type: 'success', message: text(messageKey) });
        return answer;
      }, onGone),
    [orNotify, reload, toggleNotification, text],
  );
  /** Says that somebody has deleted a relation that is on the map, and takes it off. */
  const takeOff = useCallback(() => {
    toggleNotification({ type: 'warning', message: text('gone') });
    void reload();
  }, [toggleNotification, reload, text]);

  return useMemo(
    () => ({
      open: (documentId: string) =>
        orNotify(async () => {
          const { data } = await get<{ data: StoredRelation }>(recordPath(TOPIC_RELATION, documentId));
          return draftOf(data.data);
        }, takeOff),
      create: (from: MapNode, to: MapNode, draft: RelationDraft) =>
        withNotification('created', async () => {
          const body = { ...end('from', from), ...end('to', to), ...fieldsOf(draft) };
          const { data } = await post<{ data: { documentId: string } }>(contentTypePath(TOPIC_RELATION), body);
          return data.data.documentId;
        }),
      update: (documentId: string, before: RelationDraft, draft: RelationDraft) =>
        withNotification(
          'saved',
          async () => {
            await put(recordPath(TOPIC_RELATION, documentId), changedFields(before, draft));
            return documentId;
          },
          () => {
            const isOpen = window.location.pathname.endsWith('/topic-map');
            toggleNotification({
              type: 'danger',
              message: tellDeleted({ uid: TOPIC_RELATION, documentId }, isOpen),
            });
          },
        ),
      remove: (documentId: string) =>
        withNotification(
          'deleted',
          async () => {
            await del(recordPath(TOPIC_RELATION, documentId));
            return documentId;
          },
          takeOff,
        ),
    }),
    [orNotify, withNotification, takeOff, toggleNotification, get, post, put, del],
  );
}

/** Whether the service has said that there is no such record: something in between answers without a name. A failed save has a name of its own. */
function isGone(error: unknown): boolean {
  const { status, name = '' } =
    (error as { response?: { data?: { error?: { status?: number; name?: string } } } }).response?.data?.error ?? {};
  return status === 404 && ['NotFoundError', 'ValidationError'].includes(name);
}

function end(side: 'from' | 'to', { kind, number, title, documentId }: MapNode): Record<string, unknown> {
  if (kind === 'other') return { [`${side}_other_type`]: title, [`${side}_other_id`]: number };
  return { [endOf(side, kind)]: { connect: [{ documentId }], disconnect: [] } };
}
