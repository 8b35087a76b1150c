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
  /** The names of their values that refer to other records: what a row is about. */
  references?: string[];
}

/** The present rows of those that a form had shown, by the id that they had then. */
export type RowPairs = ReadonlyMap<number, StoredRow>;

/**
 * Finds out which stored rows are the same: by id; where others have written the list anew, as the API does, by what they say, by what they
 * refer to, or else by their place: a row that stands where a similar one stood. Of several the one with which it has most in common.
 */
export function pairsOf({ base, theirs, mine, references = [] }: RowsOfTwo): RowPairs {
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
    const rest = base.filter(({ id }) => !pairs.has(id));
    const alike = closest(rest, [...free], (own, other) => refersAlike(references, own, other));
    pairWith(({ id }) => alike.get(id));
    const inPlace = similarBetween({ base, theirs, references }, pairs);
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

/** The rows that stand between the same rows on both sides and are similar; what refers to other records is about something else. */
function similarBetween(
  { base, theirs, references }: Required<Pick<RowsOfTwo, 'base' | 'theirs' | 'references'>>,
  pairs: RowPairs,
): Map<number, StoredRow> {
  const paired = new Set(pairs.values());
  const found: [number, StoredRow][] = [];
  let [from, run]: [number, StoredRow[]] = [0, []];
  for (const shown of [...base, undefined]) {
    const same = shown && pairs.get(shown.id);
    if (shown && !same) {
      run.push(shown);
      continue;
    }
    const to = same ? theirs.indexOf(same) : theirs.length;
    const others = theirs.slice(from, to).filter((other) => !paired.has(other));
    found.push(...closest(run, others, (own, other) => isSimilar(own, other) && hasSame(references, own, other)));
    [from, run] = [to + 1, []];
  }
  return new Map(found);
}

/** Pairs rows that may be the same, by id: first those with most in common, then those in the same order. */
function closest(
  rows: StoredRow[],
  others: StoredRow[],
  canBe: (row: StoredRow, other: StoredRow) => boolean,
): Map<number, StoredRow> {
  const candidates = rows.flatMap((own, place) =>
    others.flatMap((other, at) =>
      canBe(own, other) ? [{ own, other, common: commonIn(own, other), distance: Math.abs(place - at) }] : [],
    ),
  );
  candidates.sort((a, b) => b.common - a.common || a.distance - b.distance);
  const found = new Map<number, StoredRow>();
  const taken = new Set<StoredRow>();
  for (const { own, other } of candidates) {
    if (found.has(own.id) || taken.has(other)) continue;
    found.set(own.id, other);
    taken.add(other);
  }
  return found;
}

/** Whether two rows refer to the same records, if to any. */
export const refersAlike = (
  references: string[],
  { row }: Pick<StoredRow, 'row'>,
  { row: other }: Pick<StoredRow, 'row'>,
): boolean => references.some((name) => row[name] != null) && hasSame(references, { row }, { row: other });

const hasSame = (names: string[], { row }: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): boolean =>
  names.every((name) => isEqual(row[name], other.row[name]));

/** How many values two rows share. */
const commonIn = ({ row }: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): number =>
  Object.keys(row).filter((name) => isEqual(row[name], other.row[name])).length;

/** Whether at least half of what two rows say is the same. */
export const isSimilar = (own: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): boolean =>
  commonIn(own, other) * 2 >= Object.keys(own.row).length;
