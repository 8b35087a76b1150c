import { isEqual, type JsonObject } from '../../../../../common/json';
import { type FormRow, pairsOf, type RowPairs, type RowsOfTwo, type StoredRow } from './row-pairs';

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
  /** What the editor has made of them without the rows that others have added, in both forms: the merge may break a rule that neither breaks. */
  apart: { mine: FormRow[]; rows: JsonObject[] };
}

/** Tells rows apart: the id of a stored one, and a new one itself. */
type Key = number | FormRow;

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
  const rowOf = (key: Key): FormRow => own.get(key) ?? (typeof key === 'number' ? { id: key } : key);
  const written = order.mine(
    ownKeys,
    theirKeys.filter((id) => !removed.has(id)),
  );
  return {
    mine: written.map(rowOf),

    outcome: (after, attributeOf) => {
      const repeated = repeatedIn(written, added, { after, sortedBy });
      const isRepeated = (key: Key | undefined) => key !== undefined && repeated.has(key);
      const mineOnce = {
        mine: written.filter((key) => !isRepeated(key)).map(rowOf),
        rows: after.filter(({ id }) => ![...repeated.values()].includes(id)).map(({ row }) => row),
        hasRepeated: repeated.size > 0,
        apart: {
          mine: written.filter((key) => own.has(key)).map(rowOf),
          rows: after.filter(({ id }) => own.has(id) || !written.includes(id)).map(({ row }) => row),
        },
      };
      const overwritten = overwrittenIn(base, pairs, after);
      if (overwritten.size === 0 && lost.every(isRepeated) && !order.isOfBoth)
        return { ...mineOnce, theirs: undefined };
      const gone = new Set<Key>(restored.values());
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

/**
 * The new rows of a form that say the same as those that others have added, each of which counts once, with the ids under which they were
 * written.
 */
function repeatedIn(
  written: Key[],
  added: StoredRow[],
  { after, sortedBy }: { after: StoredRow[]; sortedBy: string | undefined },
): Map<Key, number> {
  const news = written.filter((key): key is FormRow => typeof key !== 'number');
  if (sortedBy !== undefined) news.sort((a, b) => Number(a[sortedBy] ?? 0) - Number(b[sortedBy] ?? 0));
  const stored = after.filter(({ id }) => !written.includes(id));
  const free = new Set(added);
  return new Map(
    news.flatMap((key, index): [Key, number][] => {
      const own = stored[index];
      const same = own && [...free].find(({ row }) => isEqual(row, own.row));
      return same && free.delete(same) ? [[key, own.id]] : [];
    }),
  );
}

/** The form's rows by key, in their order: those that others have kept under their present id, those that they have removed as restored. */
function ownRows(
  mine: FormRow[],
  { base, pairs, restored }: { base: StoredRow[]; pairs: RowPairs; restored: ReadonlyMap<number, FormRow> },
): Map<Key, FormRow> {
  const shown = new Set(base.map(({ id }) => id));
  return new Map(
    mine.flatMap((row): [Key, FormRow][] => {
      if (typeof row.id !== 'number') return [[row, row]];
      const { id = shown.has(row.id) ? undefined : row.id } = pairs.get(row.id) ?? {};
      if (id !== undefined) return [[id, { ...row, id }]];
      const again = restored.get(row.id);
      return again ? [[again, again]] : [];
    }),
  );
}

/** How the rows of both are put in order. */
function orderOf({ base, theirs, sortedBy }: RowsOfTwo, pairs: RowPairs, ownKeys: Key[]) {
  const inAll = base.flatMap(({ id }) => pairs.get(id)?.id ?? []).filter((id) => ownKeys.includes(id));
  const own = common(ownKeys, inAll);
  const their = common(
    theirs.map(({ id }) => id),
    inAll,
  );
  const haveTheyMoved = sortedBy === undefined && !isSame(their, inAll);
  const haveIMoved = !isSame(own, inAll);
  const byMe = (mine: Key[], others: Key[]) => weave(mine, others);
  const byThem = (mine: Key[], others: Key[]) => weave(others, mine);
  return {
    isOfBoth: haveTheyMoved && haveIMoved && !isSame(own, their),
    mine: haveTheyMoved && !haveIMoved ? byThem : byMe,
    theirs: haveTheyMoved ? byThem : byMe,
  };
}

/** The first list, with what only the second one has after the same row as there. */
function weave(first: Key[], second: Key[]): Key[] {
  const woven = [...first];
  let place = 0;
  for (const key of second) {
    const found = woven.indexOf(key);
    if (found < 0) woven.splice(place, 0, key);
    place = (found < 0 ? place : found) + 1;
  }
  return woven;
}

/** The fields that others have changed and that are another value now, by the row's id; none of a row that was removed although they have changed it. */
function overwrittenIn(base: StoredRow[], pairs: RowPairs, after: StoredRow[]): Map<Key, string[]> {
  const overwritten = new Map<Key, string[]>();
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

const isChanged = (row: FormRow): boolean => Object.keys(row).some((name) => name !== 'id');

const common = (list: Key[], others: Key[]): Key[] => list.filter((key) => others.includes(key));

const isSame = (list: Key[], other: Key[]): boolean => list.every((key, index) => key === other[index]);

const without = (row: FormRow, names: string[]): FormRow =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
