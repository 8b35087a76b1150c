/** A record at the other end of a relation, as Strapi's form knows it. */
export interface Related {
  id: number;
  documentId: string;
  label?: string;
}

type Position = { before: string } | { after: string } | { start: true } | { end: true };

/** A change of a relation that has not been saved, in the form's own words. */
export interface PendingItem {
  id: number;
  documentId?: string;
  label?: string;
  apiData?: { id: number; documentId: string; position?: Position };
  [key: string]: unknown;
}

/** The value of a relation's field in Strapi's form: what has been changed since it was loaded. */
export interface Pending {
  connect?: PendingItem[];
  disconnect?: PendingItem[];
}

/** The relation as it will be once the form is saved. */
export function withPending(stored: readonly Related[], { connect = [], disconnect = [] }: Pending): Related[] {
  const gone = new Set([...connect, ...disconnect].map(({ id }) => id));
  const result = stored.filter(({ id }) => !gone.has(id));
  for (const item of connect) {
    const { id, apiData, label } = item;
    const documentId = apiData?.documentId ?? item.documentId ?? '';
    result.splice(placeOf(result, apiData?.position), 0, { id, documentId, ...(label ? { label } : {}) });
  }
  return result;
}

function placeOf(rows: Related[], position: Position | undefined): number {
  if (!position || 'end' in position) return rows.length;
  if ('start' in position) return 0;
  const other = 'before' in position ? position.before : position.after;
  const found = rows.findIndex(({ documentId }) => documentId === other);
  if (found < 0) return rows.length;
  return 'before' in position ? found : found + 1;
}

/** The form's value by which a relation becomes just these records in this order, moving as few as can be. */
export function pendingFor(stored: readonly Related[], wanted: readonly Related[]): Required<Pending> {
  const ids = new Set(wanted.map(({ id }) => id));
  const disconnect = stored.filter(({ id }) => !ids.has(id)).map((row) => itemOf(row));
  const kept = staying(stored, wanted);
  const lastKept = wanted.findLastIndex(({ id }) => kept.has(id));
  const inserted = wanted
    .slice(0, lastKept + 1)
    .flatMap((row, index) => (kept.has(row.id) ? [] : [{ row, index, before: wanted[index + 1]?.documentId ?? '' }]))
    .reverse()
    .map(({ row, index, before }) => ({ ...itemOf(row, { before }), __temp_key__: orderKey('X', index) }));
  const appended = wanted
    .slice(lastKept + 1)
    .map((row, index) => ({ ...itemOf(row, { end: true }), __temp_key__: orderKey('c', index) }));
  return { connect: [...inserted, ...appended], disconnect };
}

function itemOf({ id, documentId, label }: Related, position?: Position): PendingItem {
  return { id, label, apiData: { id, documentId, ...(position ? { position } : {}) } };
}

/** Those that can stay where they are: the longest part of the wanted order that the stored one has, too. */
function staying(stored: readonly Related[], wanted: readonly Related[]): Set<number> {
  const places = new Map(stored.map(({ id }, place) => [id, place]));
  const chains: { id: number; place: number; length: number; before: number }[] = [];
  let best = -1;
  for (const { id } of wanted) {
    const place = places.get(id);
    if (place === undefined) continue;
    let before = -1;
    chains.forEach((chain, index) => {
      if (chain.place < place && chain.length > (chains[before]?.length ?? 0)) before = index;
    });
    chains.push({ id, place, length: (chains[before]?.length ?? 0) + 1, before });
    if ((chains.at(-1)?.length ?? 0) > (chains[best]?.length ?? 0)) best = chains.length - 1;
  }
  const kept = new Set<number>();
  for (let chain = chains[best]; chain; chain = chains[chain.before]) kept.add(chain.id);
  return kept;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The key by which Strapi's relation field orders what it shows: `X` before what it has loaded, `c` after; with three
 * digits each, as its kind of key (fractional indexing) has.
 */
function orderKey(head: 'X' | 'c', index: number): string {
  const digit = (power: number) => DIGITS[Math.floor(index / DIGITS.length ** power) % DIGITS.length];
  return `${head}${digit(2)}${digit(1)}${digit(0)}`;
}
