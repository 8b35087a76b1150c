import type { JsonObject } from '../../../../../common/json';
import type { RemovedItems } from './merged-lists';
import { orderOf } from './row-order';
import { formRows, newRows, overwrittenIn, repeatedIn } from './row-outcome';
import { type FormRow, pairsOf, type RowKey, type RowPairs, type RowsOfTwo, type StoredRow } from './row-pairs';

/** What to write of nested rows that two people have changed. */
export interface MergedRows {
  /** The changes of both; where both have changed the same, the editor's own. */
  mine: FormRow[];
  /**
   * What the merge turns out to be: which values are the same shows only after the write.
   * @param after the rows as writing `mine` has left them
   */
  outcome(after: StoredRow[], attributeOf: (name: string) => string): RowsOutcome;
}

/** What two people have made of nested rows. */
export interface RowsOutcome {
  /** The changes of both; where both have changed the same, the editor's own. Differs from what was written if it has repeated rows. */
  mine: FormRow[];
  /** The same rows in canonical form. */
  rows: JsonObject[];
  /** The changes of both; where both have changed the same, the others'. Undefined if they have not. */
  theirs: FormRow[] | undefined;
  /** Whether what was written has new rows that others have added as well, maybe the same editor whose answer got lost. */
  hasRepeated: boolean;
  /** Rows that one has removed and the other has changed, as the other has them. */
  removed: RemovedItems;
  /** What the editor has made of them alone: the merge may break a rule that neither breaks. */
  own: JsonObject[];
}

/** The rows that an editor has changed and others have removed, as the form had shown them. */
export function lostRows(rows: RowsOfTwo): { shown: StoredRow; own: FormRow }[] {
  const pairs = pairsOf(rows);
  return rows.mine.filter(isChanged).flatMap((own) => {
    const shown = rows.base.find(({ id }) => id === own.id);
    return shown && !pairs.has(shown.id) ? [{ shown, own }] : [];
  });
}

/**
 * Merges nested rows row by row. Rows that either has added stay, rows that either has removed and the other has not changed go, of each row the
 * changes of both stay, and the order is that of who has moved rows. A row that both have added stays once.
 * @param restored the rows of `lostRows` as new ones, by their former id
 */
export function mergeRows(rows: RowsOfTwo, restored: ReadonlyMap<number, FormRow>): MergedRows {
  const { base, theirs, mine, dropped = [], sortedBy } = rows;
  const pairs = pairsOf(rows);
  const own = ownRows(mine, { base, pairs, restored });
  const ownKeys = [...own.keys()];
  const theirKeys = theirs.map(({ id }) => id);
  const kept = [...pairs.values()].map(({ id }) => id);
  const removed = new Set([...kept, ...dropped].filter((id) => !own.has(id)));
  const added = theirs.filter(({ id }) => !kept.includes(id) && !own.has(id) && !removed.has(id));
  const order = orderOf(rows, pairs, ownKeys);
  const lost = lostRows(rows).map(({ shown }) => restored.get(shown.id));
  const rowOf = (key: RowKey): FormRow => own.get(key) ?? (typeof key === 'number' ? { id: key } : key);
  const written = order.mine(
    ownKeys,
    theirKeys.filter((id) => !removed.has(id)),
  );
  return {
    mine: written.map(rowOf),

    outcome: (after, attributeOf) => {
      const news = newRows(written, { after, sortedBy });
      const repeated = repeatedIn(news, added);
      const isRepeated = (key: RowKey | undefined) => key !== undefined && repeated.has(key);
      const overwritten = overwrittenIn(base, pairs, after);
      const returned = [...restored.values()].filter((key) => !isRepeated(key));
      const mineOnce = {
        removed: {
          byOthers: returned.flatMap((key) => news.get(key)?.row ?? []),
          byEditor: theirs.filter(({ id }) => overwritten.get(id)?.length === 0).map(({ row }) => row),
        },
        mine: written.filter((key) => !isRepeated(key)).map(rowOf),
        rows: after.filter(({ id }) => ![...repeated.values()].includes(id)).map(({ row }) => row),
        hasRepeated: repeated.size > 0,
        own: formRows(mine, {
          base,
          writtenOf: (row) => {
            const id = Number(row.id);
            const key = row.id === undefined ? row : (pairs.get(id)?.id ?? restored.get(id) ?? id);
            return typeof key === 'number' ? after.find((each) => each.id === key) : news.get(key);
          },
          attributeOf,
        }),
      };
      if (overwritten.size === 0 && lost.every(isRepeated) && !order.isOfBoth)
        return { ...mineOnce, theirs: undefined };
      const gone = new Set<RowKey>(restored.values());
      const theirOrder = order.theirs(
        ownKeys.filter((key) => !gone.has(key) && !isRepeated(key)),
        theirKeys.filter((id) => !removed.has(id) || overwritten.has(id)),
      );
      return {
        ...mineOnce,
        theirs: theirOrder.map((key) => without(rowOf(key), (overwritten.get(key) ?? []).map(attributeOf))),
      };
    },
  };
}

/** The form's rows by key, in their order: those that others have kept under their present id, those that they have removed as restored. */
function ownRows(
  mine: FormRow[],
  { base, pairs, restored }: { base: StoredRow[]; pairs: RowPairs; restored: ReadonlyMap<number, FormRow> },
): Map<RowKey, FormRow> {
  const shown = new Set(base.map(({ id }) => id));
  return new Map(
    mine.flatMap((row): [RowKey, FormRow][] => {
      if (typeof row.id !== 'number') return [[row, row]];
      const { id = shown.has(row.id) ? undefined : row.id } = pairs.get(row.id) ?? {};
      if (id !== undefined) return [[id, { ...row, id }]];
      const again = restored.get(row.id);
      return again ? [[again, again]] : [];
    }),
  );
}

const isChanged = (row: FormRow): boolean => Object.keys(row).some((name) => name !== 'id');

const without = (row: FormRow, names: string[]): FormRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
