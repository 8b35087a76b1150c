import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormRelation } from '../../../panel/strapi/use-form-relation';
import type { BoardBill, BoardFeature, ScoreBoardQuery, ScoreBoardRecords } from '../shared/score-board';

/** The rows and columns of the grid, as in the form. */
export interface Board {
  bills: BoardBill[];
  features: BoardFeature[];
}

export interface BoardState {
  /** The latest loaded board; `failed` if it cannot be loaded. */
  board: Board | 'failed' | undefined;
  /** Whether the form may have changed since it was loaded. */
  isStale: boolean;
  /** Whether the form changes the stored bills or act features. */
  isChanged: boolean;
}

interface LoadState {
  query: ScoreBoardQuery;
  /** Undefined if they cannot be loaded. */
  records?: ScoreBoardRecords;
}

/** Loads the bills and act features of the data set in the open form, and reloads them when the form changes. */
export function useBoard(model: string, documentId: string | undefined): BoardState {
  const { post } = useFetchClient();
  const bills = useFormRelation({ model, documentId, field: 'bills' });
  const features = useFormRelation({ model, documentId, field: 'act_features' });
  const [loaded, setLoaded] = useState<LoadState>();
  const query = useMemo(
    () => bills.rows && features.rows && { bills: idsOf(bills.rows), features: idsOf(features.rows) },
    [bills.rows, features.rows],
  );
  useEffect(() => {
    if (!query) return;
    let isCancelled = false;
    post<ScoreBoardRecords>('/newsroom/score-board/records', query).then(
      ({ data }) => !isCancelled && setLoaded({ query, records: data }),
      () => !isCancelled && setLoaded({ query }),
    );
    return () => {
      isCancelled = true;
    };
  }, [post, query]);
  const current = useMemo(() => {
    if (bills.hasFailed || features.hasFailed) return 'failed';
    if (!query || loaded?.query !== query) return undefined;
    const { records } = loaded;
    if (!records) return 'failed';
    return { bills: inOrder(records.bills, query.bills), features: inOrder(records.features, query.features) };
  }, [loaded, query, bills.hasFailed, features.hasFailed]);
  const board = useLatest(current, documentId);
  return { board, isStale: current === undefined, isChanged: bills.isChanged || features.isChanged };
}

/** Returns the value, or while it is undefined, the previous one of the same record. */
function useLatest<T>(value: T | undefined, documentId: string | undefined): T | undefined {
  const latest = useRef<{ value: T; documentId: string | undefined }>();
  if (value !== undefined) latest.current = { value, documentId };
  return latest.current?.documentId === documentId ? latest.current?.value : undefined;
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

function inOrder<T extends { id: number }>(records: T[], ids: number[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
