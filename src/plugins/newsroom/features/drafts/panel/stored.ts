import type { RecordsOfChange } from '../../history/shared/history';
import type { Draft } from './drafts';

/** What the service has stored of a draft after all, because the answer to its save got lost. */
export interface StoredDraft {
  /** The request that has stored it last. */
  request: string;
  /** Whether nothing was typed after that save. */
  isWhole: boolean;
  /** The record that it has created, if the editor may read it. */
  created?: { documentId: string; title?: string | undefined; change: number };
}

/** What was typed after the save that has created a record: nothing, changes of that record, or another record. */
export type Typed = 'nothing' | 'change' | 'another';

type Get = <T>(path: string) => Promise<{ data: T }>;

/**
 * Finds out whether saves of a draft without an answer are stored; undefined if not, or if a record that they have created is deleted.
 * @throws if the service does not say
 */
export async function findStored(
  { at, unanswered }: Draft,
  isNew: boolean,
  get: Get,
): Promise<StoredDraft | undefined> {
  const requests = unanswered?.requests ?? [];
  const answers = await Promise.all(requests.map(({ id }) => changesOf(id, get)));
  const stored = requests.flatMap((request, index) => {
    const changes = answers[index] ?? [];
    return changes.length > 0 ? [{ ...request, changes }] : [];
  });
  const last = stored.at(-1);
  if (!last) return undefined;
  const found = { request: last.id, isWhole: stored.some((each) => each.at >= at) };
  if (!isNew) return found;
  const { data } = await get<RecordsOfChange>(`/newsroom/history/records?changes=${last.changes.join(',')}&page=1`);
  const record = data.rows.find(({ action }) => action === 'create')?.record;
  if (!record) return found;
  const { documentId, title } = record;
  return documentId === undefined
    ? undefined
    : { ...found, created: { documentId, title, change: Math.max(...last.changes) } };
}

/** The last change that a request has made; undefined if none. @throws if the service does not say */
async function lastChangeOf(request: string, get: Get): Promise<number | undefined> {
  const changes = await changesOf(request, get);
  return changes.length > 0 ? Math.max(...changes) : undefined;
}

/** A draft with the change that has created its record, where it does not name that and the service does. */
export async function withChange(draft: Draft, get: Get): Promise<Draft> {
  const { createdBy, ...rest } = draft;
  if (createdBy === undefined) return draft;
  const change = await lastChangeOf(createdBy, get).catch(() => undefined);
  return change === undefined ? draft : { ...rest, change };
}

/** The changes that a request has made. @throws if the service does not say */
export const changesOf = async (request: string, get: Get): Promise<number[]> =>
  (await get<number[]>(`/newsroom/history/requests/${encodeURIComponent(request)}`)).data;
