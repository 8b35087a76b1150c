import { isEqual, type JsonObject, pick } from '../../../../../common/json';
import type { FormRow, RowKey, RowPairs, StoredRow } from './row-pairs';

/**
 * The new rows of a form that say the same as those that others have added, each of which counts once, with the ids under which they were
 * written.
 */
export function repeatedIn(news: ReadonlyMap<RowKey, StoredRow>, added: StoredRow[]): Map<RowKey, number> {
  const free = new Set(added);
  return new Map(
    [...news].flatMap(([key, own]): [RowKey, number][] => {
      const same = [...free].find(({ row }) => isEqual(row, own.row));
      return same && free.delete(same) ? [[key, own.id]] : [];
    }),
  );
}

/** The new rows of a form, as they were written. */
export function newRows(
  written: RowKey[],
  { after, sortedBy }: { after: StoredRow[]; sortedBy: string | undefined },
): Map<RowKey, StoredRow> {
  const news = written.filter((key): key is FormRow => typeof key !== 'number');
  if (sortedBy !== undefined) news.sort((a, b) => Number(a[sortedBy] ?? 0) - Number(b[sortedBy] ?? 0));
  const stored = after.filter(({ id }) => !written.includes(id));
  return new Map(
    news.flatMap((key, index): [RowKey, StoredRow][] => {
      const own = stored[index];
      return own ? [[key, own]] : [];
    }),
  );
}

/**
 * The rows of a form as it would have left them, had others written nothing: those that it had shown, with what its editor has changed, and new ones.
 * @param writtenOf a row as the save has written it; undefined if it has not
 */
export function formRows(
  mine: FormRow[],
  {
    base,
    writtenOf,
    attributeOf,
  }: {
    base: StoredRow[];
    writtenOf(row: FormRow): StoredRow | undefined;
    attributeOf(name: string): string;
  },
): JsonObject[] {
  const shown = new Map<unknown, JsonObject>(base.map(({ id, row }) => [id, row]));
  return mine.flatMap((own): JsonObject[] => {
    const [before, written] = [shown.get(own.id), writtenOf(own)?.row];
    if (!before) return written ? [written] : [];
    const changed = Object.keys(written ?? {}).filter((name) => attributeOf(name) in own);
    return [{ ...before, ...pick(written ?? {}, changed) }];
  });
}

/** The fields that others have changed and that are another value now, by the row's id; none of a row that was removed although they have changed it. */
export function overwrittenIn(base: StoredRow[], pairs: RowPairs, after: StoredRow[]): Map<RowKey, string[]> {
  const overwritten = new Map<RowKey, string[]>();
  for (const { id, row } of base) {
    const their = pairs.get(id);
    if (!their) continue;
    const changed = Object.keys({ ...row, ...their.row }).filter((name) => !isEqual(row[name], their.row[name]));
    const left = after.find((each) => each.id === their.id)?.row;
    const names = changed.filter((name) => !isEqual(left?.[name], their.row[name]));
    if (names.length > 0) overwritten.set(their.id, left ? names : []);
  }
  return overwritten;
}
