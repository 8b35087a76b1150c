import { isEqual, type Json, type JsonObject, textOfValue } from '../../../../../common/json';
import { groupBy } from '../../../../../common/maps';

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
  /** The names of their values that refer to other records, if rows are told apart by these, too: what a row is about. */
  references?: string[];
}

/** The present rows of those that a form had shown, by the id that they had then. */
export type RowPairs = ReadonlyMap<number, StoredRow>;

/**
 * Finds out which stored rows are the same: by id; where others have written the list anew, as the API does, by what they say, by what they
 * refer to, or else by their place: a single row that stands where a similar one stood.
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
  const present = new Map(theirs.map((other) => [other.id, other]));
  pairWith(({ id }) => present.get(id));
  const isAnew = pairs.size === 0;
  const equal = groupBy(free, ({ row }) => textOfValue(row));
  pairWith(({ row }) => equal.get(textOfValue(row))?.shift());
  if (isAnew) {
    const alike = withSameReferences(
      base.filter(({ id }) => !pairs.has(id)),
      [...free],
      references,
    );
    pairWith(({ id }) => alike.get(id));
    const inPlace = singlesBetween({ base, theirs, references }, pairs);
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

/** The single rows that stand between the same rows on both sides, if they are similar; what refers to something else is another row. */
function singlesBetween(
  { base, theirs, references }: Required<Pick<RowsOfTwo, 'base' | 'theirs' | 'references'>>,
  pairs: RowPairs,
): Map<number, StoredRow> {
  const found = new Map<number, StoredRow>();
  for (const { run, others } of gapsBetween(base, theirs, pairs)) {
    const [[own, ...more], [other, ...rest]] = [run, others];
    if (!own || !other || more.length + rest.length > 0) continue;
    if (isSimilar(own, other) && keyOf(own, references) === keyOf(other, references)) found.set(own.id, other);
  }
  return found;
}

/** Rows without a pair that stand next to each other, and those that stand between the same rows on the other side. */
export interface Gap {
  run: StoredRow[];
  others: StoredRow[];
}

/** The gaps between the rows that have pairs. */
export function gapsBetween(base: StoredRow[], theirs: StoredRow[], pairs: RowPairs): Gap[] {
  const places = new Map(theirs.map((row, place) => [row, place]));
  const paired = new Set(pairs.values());
  const gaps: Gap[] = [];
  let [from, run]: [number, StoredRow[]] = [0, []];
  for (const shown of [...base, undefined]) {
    const same = shown && pairs.get(shown.id);
    if (shown && !same) {
      run.push(shown);
      continue;
    }
    const to = same ? (places.get(same) ?? 0) : theirs.length;
    if (run.length > 0) gaps.push({ run, others: theirs.slice(from, to).filter((other) => !paired.has(other)) });
    [from, run] = [to + 1, []];
  }
  return gaps;
}

/** How many rows that refer to the same are compared with each other, at most; of more, nobody can tell which is which. */
const MOST_ALIKE = 20;

/** Pairs rows that refer to the same records, by id: of several first those with most in common, then those in the same order. */
function withSameReferences(rows: StoredRow[], others: StoredRow[], references: string[]): Map<number, StoredRow> {
  const found = new Map<number, StoredRow>();
  const groups = byReferences(others, references);
  for (const [key, own] of byReferences(rows, references)) {
    const same = groups.get(key) ?? [];
    if (own.length <= MOST_ALIKE && same.length <= MOST_ALIKE)
      for (const [id, row] of closest(own, same)) found.set(id, row);
  }
  return found;
}

function closest(rows: StoredRow[], others: StoredRow[]): Map<number, StoredRow> {
  const candidates = rows.flatMap((own, place) =>
    others.map((other, at) => ({ own, other, common: commonIn(own, other), distance: Math.abs(place - at) })),
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

/** Rows by what they refer to, without those that refer to nothing. */
export const byReferences = (rows: StoredRow[], references: string[]): Map<string, StoredRow[]> =>
  groupBy(
    rows.filter(({ row }) => references.some((name) => refersTo(row[name]))),
    (row) => keyOf(row, references),
  );

const refersTo = (value: Json | undefined): boolean => value != null && !(Array.isArray(value) && value.length === 0);

const keyOf = ({ row }: StoredRow, references: string[]): string =>
  textOfValue(references.map((name) => row[name] ?? null));

/** How many values two rows share. */
const commonIn = ({ row }: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): number =>
  Object.keys(row).filter((name) => isEqual(row[name], other.row[name])).length;

/** Whether at least half of what two rows say is the same. */
export const isSimilar = (own: Pick<StoredRow, 'row'>, other: Pick<StoredRow, 'row'>): boolean =>
  commonIn(own, other) * 2 >= Object.keys(own.row).length;
