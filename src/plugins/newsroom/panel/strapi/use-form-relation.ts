import { useFetchClient, useForm } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { relationPath } from './paths';
import { applyChanges, changesBetween, type RelatedRecord, type RelationChanges } from './relation-changes';

interface Page {
  results: (RelatedRecord & Record<string, unknown>)[];
  pagination: { pageCount: number };
}

export interface FormRelation {
  /** The records that saving the form would store; undefined while they load, at first and after each save. */
  rows: RelatedRecord[] | undefined;
  /** Whether the form differs from what is stored. */
  isChanged: boolean;
  hasFailed: boolean;
  /** Sets the relation in the form to these records, in this order. */
  set(rows: readonly RelatedRecord[]): void;
}

interface Options {
  model: string;
  /** Undefined for a record that is not saved yet. */
  documentId: string | undefined;
  field: string;
  /** The field to show as the records' label. */
  label?: string;
}

const NOTHING: RelationChanges = {};
const PAGE_SIZE = 100;

/**
 * Reads and changes a whole relation of the record in Strapi's form; Strapi's own field loads only a part of it. Checked with
 * Strapi 5.54.0.
 */
export function useFormRelation({ model, documentId, field, label }: Options): FormRelation {
  const { stored, hasFailed } = useStored({ model, documentId, field, ...(label ? { label } : {}) });
  const pending = useForm('Relation', ({ values }) => (values as Record<string, RelationChanges>)[field]) ?? NOTHING;
  const onChange = useForm('Relation', (state) => state.onChange);
  const rows = useMemo(() => stored && applyChanges(stored, pending), [stored, pending]);
  const set = useCallback(
    (next: readonly RelatedRecord[]) => {
      if (stored) onChange(field, changesBetween(stored, next));
    },
    [stored, field, onChange],
  );
  const isChanged = Boolean(pending.connect?.length || pending.disconnect?.length);
  return { rows, isChanged, hasFailed, set };
}

interface LoadState {
  /** The options and form values of this load. */
  source: Options;
  stored?: RelatedRecord[];
}

function useStored({ model, documentId, field, label }: Options): {
  stored: RelatedRecord[] | undefined;
  hasFailed: boolean;
} {
  const { get } = useFetchClient();
  // Saving the form changes its initial values, and so loads the relation again.
  const initial = useForm('Relation', ({ initialValues }) => initialValues);
  const source = useMemo(
    () => ({ model, documentId, field, initial, ...(label ? { label } : {}) }),
    [model, documentId, field, initial, label],
  );
  const [loaded, setLoaded] = useState<LoadState>();
  useEffect(() => {
    let isCancelled = false;
    load(get, source).then(
      (stored) => !isCancelled && setLoaded({ source, stored }),
      () => !isCancelled && setLoaded({ source }),
    );
    return () => {
      isCancelled = true;
    };
  }, [get, source]);
  // Saving clears the form's pending changes at once: combined with the previous list they would miss added records.
  if (loaded?.source !== source) return { stored: undefined, hasFailed: false };
  return { stored: loaded.stored, hasFailed: !loaded.stored };
}

async function load(
  get: ReturnType<typeof useFetchClient>['get'],
  { model, documentId, field, label }: Options,
): Promise<RelatedRecord[]> {
  if (!documentId) return [];
  const records: RelatedRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await get<Page>(relationPath(model, documentId, field), { params: { page, pageSize: PAGE_SIZE } });
    records.push(...data.results.map((row) => relatedOf(row, label)));
    pages = data.pagination.pageCount;
  }
  return records.reverse();
}

function relatedOf({ id, documentId, ...row }: Page['results'][number], label: string | undefined): RelatedRecord {
  const text = label ? row[label] : undefined;
  return { id, documentId, ...(typeof text === 'string' ? { label: text } : {}) };
}
