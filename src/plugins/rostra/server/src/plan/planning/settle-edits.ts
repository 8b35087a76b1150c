import { isEqual, type Json, type JsonObject } from '../../../../../../common/json';
import { parseRecord } from '../../operations/record';
import type { Resource } from '../../resource/resource';
import type { FieldEdit, RecordEdits } from '../../store/history/edits';
import type { EditKind, PlanEdit } from '../types';
import { mergeLists } from './merge-lists';

/** What a plan makes of something that people have done to a record. */
export type Settled = Omit<PlanEdit, 'resource' | 'number' | 'file' | 'record' | 'line'>;

interface Compared {
  /** The record in canonical form, as it is stored, and as the file wants it; receives the values that stay or are merged. */
  stored: JsonObject;
  record: JsonObject;
  /** The fields that differ. */
  changed: string[];
}

/**
 * Compares the fields of a stored record that the file wants to change with what the last import left in them, so that nothing reverts
 * what people have done since.
 * @param takesFile whether the file wins where both have changed a field
 * @returns the fields that still differ, and what became of the others
 */
export function settleEdits(
  resource: Resource,
  { stored, record, changed }: Compared,
  edits: RecordEdits,
  takesFile: boolean,
): { changed: string[]; settled: Settled[] } {
  if (!edits.wasImported) return { changed, settled: [{ kind: 'matched', path: '', isTaken: true }] };
  const bases = canonicalBases(resource, stored, edits);
  const settled = changed.flatMap((name): Settled[] => {
    const edit = edits.fields[name];
    if (!edit) return [];
    const [now, given] = [stored[name] ?? null, record[name] ?? null];
    const [kind, settledValue] = settle(bases[name], now, given, takesFile);
    const value = kind === 'merged' ? finalized(resource, name, settledValue) : settledValue;
    record[name] = value;
    return [described({ kind, path: name, isTaken: isEqual(value, given) }, edit, { base: bases[name], now, given })];
  });
  // A type is nothing without its identifier.
  for (const { path } of settled.filter(({ isTaken }) => !isTaken)) {
    const other = resource.fields[path]?.companion;
    if (other && changed.includes(other) && !settled.some((each) => each.path === other))
      record[other] = stored[other] ?? null;
  }
  return { changed: changed.filter((name) => !isEqual(record[name], stored[name])), settled };
}

/** What becomes of a field that people have changed since it had a value. */
function settle(base: Json | undefined, now: Json, given: Json, takesFile: boolean): [EditKind, Json] {
  if (base !== undefined && isEqual(given, base)) return ['edited', now];
  const merged = mergeLists(base, given, now);
  if (merged) return ['merged', merged];
  return ['conflict', takesFile ? given : now];
}

const described = (
  settled: Settled,
  { by }: FieldEdit,
  { base, now, given }: { base: Json | undefined; now: Json; given: Json },
): Settled => ({ ...settled, ...(base === undefined ? {} : { base }), stored: now, given, by });

/** What the last import left in the fields, in canonical form; without what is not valid any more. */
function canonicalBases(resource: Resource, stored: JsonObject, { fields }: RecordEdits): JsonObject {
  const known = Object.entries(fields).flatMap(([name, { base }]) =>
    base === undefined ? [] : [[name, base] as const],
  );
  const { record } = parseRecord(resource, { ...stored, ...Object.fromEntries(known) }, { isWhole: false });
  return Object.fromEntries(
    known.flatMap(([name]) => {
      const value = record[name];
      return value === undefined ? [] : [[name, finalized(resource, name, value)] as const];
    }),
  );
}

/** Sets are sorted. Only values that have been stored come here: they name nothing new. */
const finalized = (resource: Resource, name: string, value: Json): Json =>
  resource.fields[name]?.finalize?.(value, () => 0) ?? value;
