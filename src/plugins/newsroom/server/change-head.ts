import type { JsonObject } from '../../../common/json';
import type { Actor, ChangeHead } from '../features/history/shared/history';

interface StoredHead {
  at: number;
  kind: string;
  door: string;
  actor: JsonObject;
  note?: string | null;
  batch?: number | null;
}

/** What a page shows of a stored change. */
export const headOf = ({
  id,
  change,
  at,
  kind,
  door,
  actor,
  note,
  batch,
}: StoredHead & { id?: number; change?: number }): ChangeHead => ({
  change: change ?? id ?? 0,
  at,
  kind,
  door,
  by: actor as Actor,
  note: note ?? null,
  batch: batch ?? null,
});
