import { useFetchClient, useForm } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Pending, pendingFor, type Related, withPending } from './pending';

interface Page {
  results: (Related & Record<string, unknown>)[];
  pagination: { pageCount: number };
}

export interface FormRelation {
  /** The records as they will be once the form is saved; undefined until they are loaded, after each save anew. */
  rows: Related[] | undefined;
  /** Whether the form changes what is stored. */
  isChanged: boolean;
  hasFailed: boolean;
  /** Makes the relation these records in this order, in the form. */
  set(rows: readonly Related[]): void;
}

interface Options {
  model: string;
  /** None of a record that has not been saved. */
  documentId: string | undefined;
  field: string;
  /** The field by which the records are known. */
  label?: string;
}

const NOTHING: Pending = {};
const PAGE_SIZE = 100;

/** A relation of the record in Strapi's form, as a whole: its own field loads only a part. */
export function useFormRelation({ model, documentId, field, label }: Options): FormRelation {
  const { stored, hasFailed } = useStored({ model, documentId, field, ...(label ? { label } : {}) });
  const pending = useForm('Relation', ({ values }) => (values as Record<string, Pending>)[field]) ?? NOTHING;
  const onChange = useForm('Relation', (state) => state.onChange);
  const rows = useMemo(() => stored && withPending(stored, pending), [stored, pending]);
  const set = useCallback(
    (wanted: readonly Related[]) => {
      if (stored) onChange(field, pendingFor(stored, wanted));
    },
    [stored, field, onChange],
  );
  const isChanged = Boolean(pending.connect?.length || pending.disconnect?.length);
  return { rows, isChanged, hasFailed, set };
}

interface Loaded {
  /** What they were loaded for. */
  source: Options;
  stored?: Related[];
}

function useStored({ model, documentId, field, label }: Options): {
  stored: Related[] | undefined;
  hasFailed: boolean;
} {
  const { get } = useFetchClient();
  // What is stored changes when the form has been saved.
  const initial = useForm('Relation', ({ initialValues }) => initialValues);
  const source = useMemo(
    () => ({ model, documentId, field, initial, ...(label ? { label } : {}) }),
    [model, documentId, field, initial, label],
  );
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isLeft = false;
    load(get, source).then(
      (stored) => !isLeft && setLoaded({ source, stored }),
      () => !isLeft && setLoaded({ source }),
    );
    return () => {
      isLeft = true;
    };
  }, [get, source]);
  // The form forgets its changes as soon as it is saved: with them, an earlier list would lack what was added.
  if (loaded?.source !== source) return { stored: undefined, hasFailed: false };
  return { stored: loaded.stored, hasFailed: !loaded.stored };
}

async function load(
  get: ReturnType<typeof useFetchClient>['get'],
  { model, documentId, field, label }: Options,
): Promise<Related[]> {
  if (!documentId) return [];
  const found: Related[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `/content-manager/relations/${model}/${documentId}/${field}`;
    const { data } = await get<Page>(path, { params: { page, pageSize: PAGE_SIZE } });
    found.push(...data.results.map((row) => relatedOf(row, label)));
    pages = data.pagination.pageCount;
  }
  return found.reverse();
}

function relatedOf({ id, documentId, ...row }: Page['results'][number], label: string | undefined): Related {
  const text = label ? row[label] : undefined;
  return { id, documentId, ...(typeof text === 'string' ? { label: text } : {}) };
}
