import { isEqual, type Json, type JsonObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import type { PastRevision, RecordPast } from '../../store/history/past';

/** An applied import, and what has undone it, or parts of it, and done it again. */
export interface BatchChanges {
  change: number;
  undos: Set<number>;
  redos: Set<number>;
}

/** In place of a field: whether the record exists; and what history no longer tells. */
export const [EXISTENCE, UNKNOWN] = ['', '*'];

/** A field of a record, or whether the record exists. */
export interface Cell {
  /** The value at first. */
  origin: Json;
  /** What the batch found; undefined if it did not change it. */
  former?: Pick<Taken, 'value' | 'state' | 'gone'>;
  /** The value after the last change. */
  now: Json;
  /** The value if nothing of others is in it. */
  left?: Json | undefined;
  /** What others have changed last, as long as it is there. */
  edit?: PastRevision | undefined;
  /** What other imports found since the last own change of it. */
  others: Pick<Taken, 'value' | 'edit'>[];
  /** What undos found since the batch was last done again, the first of them first. */
  undone: Taken[];
}

/** What a change found where it took something back. */
export interface Taken {
  value: Json;
  /** The record, where it was deleted. */
  state?: JsonObject | null | undefined;
  /** The change that changed it, if history no longer holds the value. */
  gone?: PastRevision | undefined;
  edit?: PastRevision | undefined;
  change: number;
}

/** Follows a record through the changes of a batch and those of others. */
export function followRecord(
  past: RecordPast,
  batch: BatchChanges,
  partnerOf: (name: string) => string | undefined,
): { cells: Map<string, Cell>; removed: JsonObject | null } {
  const cells = new Map<string, Cell>();
  const states = statesBefore(past);
  let removed: JsonObject | null = null;
  const redos = redosOf(past, batch);
  for (const [index, revision] of [...past.revisions.entries()].reverse()) {
    const before = states[index] ?? null;
    const after = index === 0 ? past.state : (states[index - 1] ?? null);
    while (redos[0] !== undefined && redos[0] < revision.change) {
      settle(cells, partnerOf);
      redos.shift();
    }
    for (const [name, [from, to]] of differences(revision, { before, after, removed })) {
      const cell = entryOf(cells, name, () => {
        const value = from ?? null;
        return { origin: value, now: value, left: value, others: [], undone: [] };
      });
      const gone = from === undefined ? revision : undefined;
      follow(cell, { revision, from: from ?? null, to: to ?? null, gone, state: before }, batch);
    }
    if (revision.action === 'remove') removed = before;
  }
  if (redos.length > 0) settle(cells, partnerOf);
  return { cells, removed };
}

/** The changes that did the batch again in this record, in ascending order: not those that left it undone. */
const redosOf = ({ undoneBy }: RecordPast, { redos }: BatchChanges): number[] =>
  [...redos].filter((redo) => undoneBy === null || redo < undoneBy).sort((a, b) => a - b);

/** What a redo found as it wanted it is done again, too, although the redo did not write it. */
function settle(cells: Map<string, Cell>, partnerOf: (name: string) => string | undefined): void {
  const isInPlace = ({ undone: [first], now }: Cell) => !first || (!first.gone && isEqual(first.value, now));
  const found = [...cells].filter(([name, cell]) =>
    [cell, cells.get(partnerOf(name) ?? name) ?? cell].every(isInPlace),
  );
  for (const [, cell] of found) {
    const [first] = cell.undone;
    if (!first) continue;
    cell.edit = first.edit;
    cell.left = first.edit ? undefined : cell.now;
    cell.undone = [];
  }
}

/** The record before each of its revisions, as far as history tells. */
function statesBefore({ state, revisions }: RecordPast): (JsonObject | null)[] {
  let at = state;
  return revisions.map(({ action, fields }) => {
    if (action === 'change') at = at && { ...at, ...formerOf(fields ?? {}) };
    else at = action === 'create' ? null : fields;
    return at;
  });
}

const formerOf = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, values]) => (Array.isArray(values) ? [[name, values[0] ?? null]] : [])),
  );

/** What a revision changed: values before and after it, undefined if history does not tell. A record created again is compared with the deleted one. */
function differences(
  { action, fields }: PastRevision,
  { before, after, removed }: { before: JsonObject | null; after: JsonObject | null; removed: JsonObject | null },
): [string, [Json | undefined, Json | undefined]][] {
  if (action === 'remove') return [[EXISTENCE, [true, false]]];
  if (action === 'change') {
    if (fields === null) return [[UNKNOWN, [undefined, undefined]]];
    return Object.entries(fields).map(([name, values]) => [
      name,
      Array.isArray(values) ? [values[0] ?? null, values[1] ?? null] : [undefined, after?.[name] ?? before?.[name]],
    ]);
  }
  const names = removed && after ? [...new Set([...Object.keys(removed), ...Object.keys(after)])] : [];
  return [
    [EXISTENCE, [false, true]],
    ...names
      .filter((name) => !isEqual(removed?.[name] ?? null, after?.[name] ?? null))
      .map((name): [string, [Json, Json]] => [name, [removed?.[name] ?? null, after?.[name] ?? null]]),
  ];
}

interface Step {
  revision: PastRevision;
  from: Json;
  to: Json;
  gone: PastRevision | undefined;
  state: JsonObject | null;
}

function follow(cell: Cell, { revision, from, to, gone, state }: Step, { change, undos, redos }: BatchChanges): void {
  const taken = { value: from, state, gone, edit: cell.edit, change: revision.change };
  cell.now = to;
  if (revision.change === change) {
    cell.former = taken;
    cell.edit = undefined;
  } else if (undos.has(revision.change)) {
    cell.undone.push(taken);
    if (isEqual(to, cell.former ? cell.former.value : cell.origin)) cell.edit = undefined;
  } else if (redos.has(revision.change)) {
    const exact = cell.undone.find(({ value }) => isEqual(value, to));
    if (exact) cell.edit = exact.edit;
    cell.undone = [];
  } else {
    followOthers(cell, { revision, from, to, gone });
    return;
  }
  cell.left = cell.edit ? undefined : to;
  cell.others = [];
}

/** Where another import is undone, what it had found is there again: whose that was is in the way, not the undo. */
function followOthers(cell: Cell, { revision, from, to, gone }: Omit<Step, 'state'>): void {
  const { batch, kind } = revision;
  const isReversal = batch != null && kind !== 'import';
  const found = isReversal && !gone ? cell.others.findLast(({ value }) => isEqual(value, to)) : undefined;
  if (kind === 'import' && !gone) cell.others.push({ value: from, edit: cell.edit });
  cell.edit = !gone && isEqual(to, cell.left) ? undefined : (found?.edit ?? revision);
}
