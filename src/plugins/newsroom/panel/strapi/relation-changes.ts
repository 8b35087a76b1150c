/* How Strapi's form stores the changes of a relation. Checked with Strapi 5.54.0. */

/** A record at the other end of a relation, in the shape of Strapi's form. */
export interface RelatedRecord {
  id: number;
  documentId: string;
  label?: string;
}

type Position = { before: string } | { after: string } | { start: true } | { end: true };

/** An unsaved change of a relation, in the shape of Strapi's form. */
export interface ChangedRecord {
  id: number;
  documentId?: string;
  label?: string;
  apiData?: { id: number; documentId: string; position?: Position };
  [key: string]: unknown;
}

/** The value of a relation field in Strapi's form: the changes since it was loaded. */
export interface RelationChanges {
  connect?: ChangedRecord[];
  disconnect?: ChangedRecord[];
}

/** Returns the relation that saving the form would store. */
export function applyChanges(
  stored: readonly RelatedRecord[],
  { connect = [], disconnect = [] }: RelationChanges,
): RelatedRecord[] {
  const removed = new Set([...connect, ...disconnect].map(({ id }) => id));
  const result = stored.filter(({ id }) => !removed.has(id));
  for (const item of connect) {
    const { id, apiData, label } = item;
    const documentId = apiData?.documentId ?? item.documentId ?? '';
    result.splice(indexOf(result, apiData?.position), 0, { id, documentId, ...(label ? { label } : {}) });
  }
  return result;
}

function indexOf(rows: RelatedRecord[], position: Position | undefined): number {
  if (!position || 'end' in position) return rows.length;
  if ('start' in position) return 0;
  const other = 'before' in position ? position.before : position.after;
  const index = rows.findIndex(({ documentId }) => documentId === other);
  if (index < 0) return rows.length;
  return 'before' in position ? index : index + 1;
}

/** Returns the form value that turns a relation into these records, in this order, with the fewest moves. */
export function changesBetween(
  stored: readonly RelatedRecord[],
  target: readonly RelatedRecord[],
): Required<RelationChanges> {
  const ids = new Set(target.map(({ id }) => id));
  const disconnect = stored.filter(({ id }) => !ids.has(id)).map((row) => itemOf(row));
  const unmoved = longestCommonOrder(stored, target);
  const lastUnmoved = target.findLastIndex(({ id }) => unmoved.has(id));
  const inserted = target
    .slice(0, lastUnmoved + 1)
    .flatMap((row, index) => (unmoved.has(row.id) ? [] : [{ row, index, before: target[index + 1]?.documentId ?? '' }]))
    .reverse()
    .map(({ row, index, before }) => ({ ...itemOf(row, { before }), __temp_key__: orderKey('X', index) }));
  const appended = target
    .slice(lastUnmoved + 1)
    .map((row, index) => ({ ...itemOf(row, { end: true }), __temp_key__: orderKey('c', index) }));
  return { connect: [...inserted, ...appended], disconnect };
}

function itemOf({ id, documentId, label }: RelatedRecord, position?: Position): ChangedRecord {
  return { id, label, apiData: { id, documentId, ...(position ? { position } : {}) } };
}

/** Returns the ids of the records that need no move: the longest subsequence of `target` that is in stored order. */
function longestCommonOrder(stored: readonly RelatedRecord[], target: readonly RelatedRecord[]): Set<number> {
  const places = new Map(stored.map(({ id }, place) => [id, place]));
  const chains: { id: number; place: number; length: number; before: number }[] = [];
  let best = -1;
  for (const { id } of target) {
    const place = places.get(id);
    if (place === undefined) continue;
    let before = -1;
    chains.forEach((chain, index) => {
      if (chain.place < place && chain.length > (chains[before]?.length ?? 0)) before = index;
    });
    chains.push({ id, place, length: (chains[before]?.length ?? 0) + 1, before });
    if ((chains.at(-1)?.length ?? 0) > (chains[best]?.length ?? 0)) best = chains.length - 1;
  }
  const unmoved = new Set<number>();
  for (let chain = chains[best]; chain; chain = chains[chain.before]) unmoved.add(chain.id);
  return unmoved;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns a key by which Strapi's relation field sorts the records: `X…` sorts before the loaded ones, `c…` after. Its
 * fractional-indexing keys need three digits after either letter.
 */
function orderKey(head: 'X' | 'c', index: number): string {
  const digit = (power: number) => DIGITS[Math.floor(index / DIGITS.length ** power) % DIGITS.length];
  return `${head}${digit(2)}${digit(1)}${digit(0)}`;
}
