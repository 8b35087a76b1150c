import { isEqual, type JsonObject } from '../../../../../common/json';

/** A stored nested row: Strapi's id, and its canonical form. */
export interface StoredRow {
  id: number;
  row: JsonObject;
}

/** A nested row as a form sends it: a stored one by its `id` with the attributes that its editor has changed, or a new one. */
export type FormRow = Record<string, unknown>;

/** The nested rows of one field, as two people have them. */
export interface RowsOfTwo {
  /** As the form had shown them. */
  base: StoredRow[];
  /** As others have left them. */
  theirs: StoredRow[];
  /** As the form sends them. */
  mine: FormRow[];
  /** Whether their values order them, so that nobody moves one. */
  isSorted: boolean;
}

/** What to write of nested rows that two people have changed. */
export interface MergedRows {
  /** The changes of both; where both have changed the same, the editor's own. */
  mine: FormRow[];
  /**
   * The changes of both; where both have changed the same, the others'. Undefined if they have not.
   * @param after the rows as writing `mine` has left them: whether two values are the same shows only there
   */
  ifTheirs(after: StoredRow[], attributeOf: (name: string) => string): FormRow[] | undefined;
}

/** Tells rows apart: the id of a stored one, and a new one itself. */
type Key = number | FormRow;

/** The rows that an editor has changed and others have removed, as the form had shown them. */
export function lostRows({ base, theirs, mine }: RowsOfTwo): { shown: StoredRow; own: FormRow }[] {
  const pairs = pairsOf(base, theirs);
  return mine.filter(isChanged).flatMap((own) => {
    const shown = base.find(({ id }) => id === own.id);
    return shown && !pairs.has(shown.id) ? [{ shown, own }] : [];
  });
}

/**
 * Merges nested rows row by row. Rows that either has added stay, rows that either has removed and the other has not changed go, of each row the
 * changes of both stay, and the order is that of who has moved rows.
 * @param restored the rows of `lostRows` as new ones, by their former id
 */
export function mergeRows(rows: RowsOfTwo, restored: ReadonlyMap<number, FormRow>): MergedRows {
  const { base, theirs, mine } = rows;
  const pairs = pairsOf(base, theirs);
  const own = ownRows(mine, { base, pairs, restored });
  const ownKeys = [...own.keys()];
  const theirKeys = theirs.map(({ id }) => id);
  const removed = new Set([...pairs.values()].map(({ id }) => id).filter((id) => !own.has(id)));
  const order = orderOf(rows, pairs, ownKeys);
  const hasLost = lostRows(rows).length > 0;
  const rowOf = (key: Key): FormRow => own.get(key) ?? (typeof key === 'number' ? { id: key } : key);
  return {
    mine: order
      .mine(
        ownKeys,
        theirKeys.filter((id) => !removed.has(id)),
      )
      .map(rowOf),

    ifTheirs: (after, attributeOf) => {
      const overwritten = overwrittenIn(base, pairs, after);
      if (overwritten.size === 0 && !hasLost && !order.isOfBoth) return undefined;
      const gone = new Set<Key>(restored.values());
      return order
        .theirs(
          ownKeys.filter((key) => !gone.has(key)),
          theirKeys.filter((id) => !removed.has(id) || overwritten.has(id)),
        )
        .map((key) => without(rowOf(key), (overwritten.get(key) ?? []).map(attributeOf)));
    },
  };
}

/**
 * Finds out which stored rows are the same: by id; where others have written the list anew, as the API does, by what they say, or else by their
 * place: a single row that stands where a similar one stood.
 */
function pairsOf(base: StoredRow[], theirs: StoredRow[]): Map<number, StoredRow> {
  const pairs = new Map<number, StoredRow>();
  const free = new Set(theirs);
  const pairWith = (find: (shown: StoredRow) => StoredRow | undefined) => {
    for (const shown of base) {
      const other = pairs.has(shown.id) ? undefined : find(shown);
      if (other && free.delete(other)) pairs.set(shown.id, other);
    }
  };
  pairWith(({ id }) => theirs.find((other) => other.id === id));
  const isAnew = pairs.size === 0;
  pairWith(({ row }) => [...free].find((other) => isEqual(other.row, row)));
  if (isAnew) {
    const inPlace = singlesBetween(base, theirs, pairs);
    pairWith(({ id }) => inPlace.get(id));
  }
  return pairs;
}

/** The single rows that stand between the same rows on both sides, if they are similar. */
function singlesBetween(base: StoredRow[], theirs: StoredRow[], pairs: ReadonlyMap<number, StoredRow>) {
  const singles = new Map<number, StoredRow>();
  let [from, run]: [number, StoredRow[]] = [0, []];
  for (const shown of [...base, undefined]) {
    const same = shown && pairs.get(shown.id);
    if (shown && !same) {
      run.push(shown);
      continue;
    }
    const to = same ? theirs.indexOf(same) : theirs.length;
    const [[own, ...more], [other, ...others]] = [run, theirs.slice(from, to)];
    if (own && other && more.length + others.length === 0 && isSimilar(own, other)) singles.set(own.id, other);
    [from, run] = [to + 1, []];
  }
  return singles;
}

/** Whether at least half of what two rows say is the same. */
function isSimilar({ row }: StoredRow, other: StoredRow): boolean {
  const names = Object.keys(row);
  return names.filter((name) => isEqual(row[name], other.row[name])).length * 2 >= names.length;
}

/** The form's rows by key, in their order: those that others have kept under their present id, those that they have removed as restored. */
function ownRows(
  mine: FormRow[],
  {
    base,
    pairs,
    restored,
  }: { base: StoredRow[]; pairs: ReadonlyMap<number, StoredRow>; restored: ReadonlyMap<number, FormRow> },
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
function orderOf({ base, theirs, isSorted }: RowsOfTwo, pairs: ReadonlyMap<number, StoredRow>, ownKeys: Key[]) {
  const inAll = base.flatMap(({ id }) => pairs.get(id)?.id ?? []).filter((id) => ownKeys.includes(id));
  const own = common(ownKeys, inAll);
  const their = common(
    theirs.map(({ id }) => id),
    inAll,
  );
  const haveTheyMoved = !isSorted && !isSame(their, inAll);
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
function overwrittenIn(
  base: StoredRow[],
  pairs: ReadonlyMap<number, StoredRow>,
  after: StoredRow[],
): Map<Key, string[]> {
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
