import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useMemo, useState } from 'react';
import type { BoardBill, BoardFeature, ScoreBoardRecords } from '../../../shared/score-board';
import { useFormRelation } from '../form-relations/use-form-relation';

/** The rows and columns of the grid, as they stand in the form; `failed` where they cannot be had. */
export interface Board {
  bills: BoardBill[];
  features: BoardFeature[];
}

/** Follows the bills and act features of the data set in the form that is open. */
export function useBoard(model: string, documentId: string | undefined): Board | 'failed' | undefined {
  const { post } = useFetchClient();
  const bills = useFormRelation({ model, documentId, field: 'bills' });
  const features = useFormRelation({ model, documentId, field: 'act_features' });
  const [records, setRecords] = useState<ScoreBoardRecords | 'failed'>();
  const wanted = useMemo(
    () => bills.rows && features.rows && { bills: idsOf(bills.rows), features: idsOf(features.rows) },
    [bills.rows, features.rows],
  );
  useEffect(() => {
    if (!wanted) return;
    let isLeft = false;
    post<ScoreBoardRecords>('/room/score-board/records', wanted).then(
      ({ data }) => !isLeft && setRecords(data),
      () => !isLeft && setRecords('failed'),
    );
    return () => {
      isLeft = true;
    };
  }, [post, wanted]);
  return useMemo(() => {
    if (records === 'failed' || bills.hasFailed || features.hasFailed) return 'failed';
    if (!records || !wanted) return undefined;
    return { bills: inOrder(records.bills, wanted.bills), features: inOrder(records.features, wanted.features) };
  }, [records, wanted, bills.hasFailed, features.hasFailed]);
}

const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

function inOrder<T extends { id: number }>(records: T[], ids: number[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
