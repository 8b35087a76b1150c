import { isEqual, type JsonObject } from '../../../../../common/json';

/** A stored nested row: Strapi's id, and its canonical form. */
export interface StoredRow {
  id: number;
  row: JsonObject;
}

/** A nested row as a form sends it: a stored one by its `id` with the attributes that its editor has changed, or a new one. */
export type FormRow = Record<string, unknown>;

/** Tells rows apart: the id of a stored one, and a new one itself. */
export type RowKey = number | FormRow;

/** The nested rows of one field, as two people have them. */
export interface RowsOfTwo {
  /** As the form had shown them. */
  base: StoredRow[];
  /** As others have left them. */
  theirs: StoredRow[];
  /** As the form sends them. */
  mine: FormRow[];
  /** Stored rows besides those of `base` that the form had shown and does not send any more, by id. */
  dropped?: number[];
  /** The attribute that orders them, so that nobody moves one. */
  sortedBy?: string;
}

/** The present rows of those that a form had shown, by the id that they had then. */
export type RowPairs = ReadonlyMap<number, StoredRow>;

/**
 * Finds out which stored rows are the same: by id; where others have written the list anew, as the API does, by what they say, or else by their
 * place: a single row that stands where a similar one stood.
 */
export function pairsOf({ base, theirs, mine }: RowsOfTwo): RowPairs {
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
  return withRemovalsOfBoth(base, mine, pairs);
}

/** Of equal rows, those that two people have removed are the same ones as far as possible: who removes a row that stands there twice means either. */
function withRemovalsOfBoth(base: StoredRow[], mine: FormRow[], pairs: RowPairs): RowPairs {
  const kept = new Set(mine.map(({ id }) => id));
  const paired = new Map(pairs);
  for (const { id, row } of base) {
    if (paired.has(id) || !kept.has(id)) continue;
    const twin = base.find(
      (other) => !kept.has(other.id) && isEqual(other.row, row) && isEqual(paired.get(other.id)?.row, row),
    );
    const left = twin && paired.get(twin.id);
    if (!left) continue;
    paired.delete(twin.id);
    paired.set(id, left);
  }
  return paired;
}

/** The single rows that stand between the same rows on both sides, if they are similar. */
function singlesBetween(base: StoredRow[], theirs: StoredRow[], pairs: RowPairs) {
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
export function isSimilar({ row }: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): boolean {
  const names = Object.keys(row);
  return names.filter((name) => isEqual(row[name], other.row[name])).length * 2 >= names.length;
}
