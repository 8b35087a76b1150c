import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormRelation } from '../../../panel/form-relations/use-form-relation';
import type { BoardBill, BoardFeature, ScoreBoardQuery, ScoreBoardRecords } from '../shared/score-board';

/** The rows and columns of the grid, as they stand in the form. */
export interface Board {
  bills: BoardBill[];
  features: BoardFeature[];
}

export interface FollowedBoard {
  /** The latest known one; `failed` where it cannot be had. */
  board: Board | 'failed' | undefined;
  /** Whether the form may have changed since. */
  isLate: boolean;
  /** Whether the form changes the bills or act features that are stored. */
  isChanged: boolean;
}

interface Answered {
  wanted: ScoreBoardQuery;
  /** None where they cannot be had. */
  records?: ScoreBoardRecords;
}

/** Follows the bills and act features of the data set in the form that is open. */
export function useBoard(model: string, documentId: string | undefined): FollowedBoard {
  const { post } = useFetchClient();
  const bills = useFormRelation({ model, documentId, field: 'bills' });
  const features = useFormRelation({ model, documentId, field: 'act_features' });
  const [answered, setAnswered] = useState<Answered>();
  const wanted = useMemo(
    () => bills.rows && features.rows && { bills: idsOf(bills.rows), features: idsOf(features.rows) },
    [bills.rows, features.rows],
  );
  useEffect(() => {
    if (!wanted) return;
    let isLeft = false;
    post<ScoreBoardRecords>('/newsroom/score-board/records', wanted).then(
      ({ data }) => !isLeft && setAnswered({ wanted, records: data }),
      () => !isLeft && setAnswered({ wanted }),
    );
    return () => {
      isLeft = true;
    };
  }, [post, wanted]);
  const current = useMemo(() => {
    if (bills.hasFailed || features.hasFailed) return 'failed';
    if (!wanted || answered?.wanted !== wanted) return undefined;
    const { records } = answered;
    if (!records) return 'failed';
    return { bills: inOrder(records.bills, wanted.bills), features: inOrder(records.features, wanted.features) };
  }, [answered, wanted, bills.hasFailed, features.hasFailed]);
  const board = useLatest(current, documentId);
  return { board, isLate: current === undefined, isChanged: bills.isChanged || features.isChanged };
}

/** The value, or while there is none the one before it of the same record. */
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
