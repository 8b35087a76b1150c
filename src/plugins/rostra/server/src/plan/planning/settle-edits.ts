import { isEqual, type Json, type JsonObject, pick, rowsIn } from '../../../../../../common/json';
import { matchRows } from '../../fields/children';
import { parseRecord } from '../../operations/record';
import type { Resource } from '../../resource/resource';
import type { RecordEdits } from '../../store/history/edits';
import type { EditKind, PlanEdit } from '../types';
import { mergeLists } from './merge-lists';

/** What a plan makes of something that people have done to a record. */
export interface Settled extends Omit<PlanEdit, 'resource' | 'number' | 'file' | 'record' | 'line' | 'kindField'> {
  /** The other half of a value that has two fields, a type and its identifier. */
  partner?: Sides;
}

type Sides = NonNullable<PlanEdit['kindField']>;
type States = { base?: JsonObject | undefined; stored: JsonObject; given: JsonObject };

/** What each side says of a field. */
export const sidesOf = (path: string, { base, stored, given }: States): Sides => ({
  path,
  ...(base && { base: base[path] ?? null }),
  stored: stored[path] ?? null,
  given: given[path] ?? null,
});

/** A record, and what is known of the edits of it. */
interface Edited {
  resource: Resource;
  /** As it is stored, in canonical form. */
  stored: JsonObject;
  /** As the file wants it; receives the values that stay or are merged. */
  record: JsonObject;
  edits: RecordEdits;
}

export interface SettleOptions {
  /** Whether the file wins where people have changed a field, too. */
  takesFile: boolean;
  /** What is decided of fields that are one value, whatever `takesFile` says. */
  decide?(names: string[]): boolean | undefined;
  /** Whether the record is written anew, so that all its values become those of the import. */
  isNew?: boolean;
  /** Whether a field differs from the base only because a record was deleted that returns now. */
  isReturn?(name: string, base: Json): boolean;
}

/**
 * Compares fields of a record that a file gives with what the last import said, so that nothing reverts what people have done since. A type
 * and its identifier are one value.
 * @param names the fields
 * @returns what became of those that people have changed, what the next import is to compare with where the history will not tell it, and
 * the fields that the file has come to share with people, from now on as what it says
 */
export function settleEdits(
  { resource, stored, record, edits }: Edited,
  names: string[],
  { takesFile, decide = () => undefined, isNew = false, isReturn = () => false }: SettleOptions,
): { settled: Settled[]; given: JsonObject; adopted: string[] } {
  const bases = basesIn(resource, stored, edits);
  const settled: Settled[] = [];
  const said: JsonObject = {};
  const adopted: string[] = [];
  for (const unit of unitsOf(resource, names)) {
    if (unit.every((name) => !(name in edits.fields))) continue;
    const now = pick(stored, unit);
    for (const name of unit) record[name] = finalized(resource, name, record[name] ?? null);
    const given = pick(record, unit);
    const base = baseOf(resource, unit, { bases, edits, now });
    const isAsBefore = base !== undefined && isSame(resource, given, base);
    if (base !== undefined && (isEqual(now, base) || unit.every((name) => isReturn(name, base[name] ?? null))))
      continue;
    if (isEqual(now, given)) {
      if (isAsBefore) continue;
      Object.assign(said, given);
      adopted.push(...unit.filter((name) => names.includes(name)).slice(0, 1));
      continue;
    }
    const decision = decide(unit);
    const takes = decision ?? takesFile;
    const [kind, values] = settle({ base, now, given, isAsBefore, resource, takesFile: takes, decision });
    Object.assign(record, values);
    // A conflict that is not decided stays one. To keep what people have put there is a decision on what the file says now.
    if (decision === false && kind === 'conflict') Object.assign(said, given);
    else if (kind === 'merged' || (isNew && kind === 'edited'))
      Object.assign(said, isEqual(values, given) ? {} : given);
    else if (isNew && !takes) Object.assign(said, base ?? given);
    for (const path of unit.filter((name) => !isEqual(now[name], given[name]))) {
      const { by } = edits.fields[path] ?? unit.flatMap((name) => edits.fields[name] ?? [])[0] ?? {};
      const other = unit.find((name) => name !== path);
      settled.push({
        kind,
        path,
        isTaken: isEqual(values[path], given[path]),
        ...(base && { base: base[path] ?? null }),
        stored: now[path] ?? null,
        given: given[path] ?? null,
        ...(other !== undefined && { partner: sidesOf(other, { base, stored: now, given }) }),
        ...(by && { by }),
      });
    }
  }
  return { settled, given: said, adopted };
}

/**
 * What imports said of fields that a file leaves out, and that people have changed since: to be noted where the record is written anew,
 * because that hides it.
 */
export function basesOfOthers({ resource, stored, edits }: Omit<Edited, 'record'>, given: string[]): JsonObject {
  const bases = basesIn(resource, stored, edits);
  const said = new Set(unitsOf(resource, given).flat());
  return pick(
    bases,
    Object.keys(bases).filter((name) => !said.has(name) && !isEqual(bases[name], stored[name] ?? null)),
  );
}

/** Fields with the other halves of their values, each once. */
export function unitsOf(resource: Resource, names: string[]): string[][] {
  const units = names.map((name) => [name, resource.fields[name]?.partner ?? name].sort());
  return [...new Map(units.map((unit) => [unit.join(' '), [...new Set(unit)]])).values()];
}

/** What the last import said; undefined if that is not known of a field. */
function baseOf(
  resource: Resource,
  unit: string[],
  { bases, edits, now }: { bases: JsonObject; edits: RecordEdits; now: JsonObject },
): JsonObject | undefined {
  const base: JsonObject = {};
  for (const name of unit) {
    const value = name in edits.fields ? bases[name] : (now[name] ?? resource.fields[name]?.empty);
    if (value === undefined) return undefined;
    base[name] = value;
  }
  return base;
}

/** Whether a file says what the last import said. Its rows without identifier stand for those that they match. */
const isSame = (resource: Resource, given: JsonObject, base: JsonObject): boolean =>
  Object.keys(base).every((name) => {
    const { children } = resource.fields[name] ?? {};
    if (!children) return isEqual(given[name], base[name]);
    return isEqual(matchRows(rowsIn(given, name), rowsIn(base, name), children), base[name]);
  });

interface Values {
  base: JsonObject | undefined;
  now: JsonObject;
  given: JsonObject;
  isAsBefore: boolean;
  resource: Resource;
  takesFile: boolean;
  decision: boolean | undefined;
}

/** What becomes of a value that people have changed since an import said something of it. */
function settle({ base, now, given, isAsBefore, resource, takesFile, decision }: Values): [EditKind, JsonObject] {
  if (decision) return ['conflict', given];
  if (isAsBefore) return ['edited', now];
  const [name = '', other] = Object.keys(given);
  const merged =
    decision === undefined &&
    other === undefined &&
    mergeLists({ base: base?.[name], ours: given[name] ?? null, theirs: now[name] ?? null }, resource.fields[name]);
  if (merged) return ['merged', { [name]: finalized(resource, name, merged) }];
  return ['conflict', takesFile ? given : now];
}

/** What the last import said of the fields, in canonical form; without what is not valid any more. */
export function basesIn(resource: Resource, stored: JsonObject, { fields }: Pick<RecordEdits, 'fields'>): JsonObject {
  const known = Object.entries(fields).flatMap(([name, { base }]) =>
    base === undefined ? [] : [[name, base] as const],
  );
  const { record } = parseRecord(resource, { ...stored, ...Object.fromEntries(known) }, { isWhole: false });
  // What was noted of new children has no identifiers.
  for (const [name] of known) {
    const { children } = resource.fields[name] ?? {};
    if (children) record[name] = matchRows(rowsIn(record, name), rowsIn(stored, name), children);
  }
  return Object.fromEntries(
    known.flatMap(([name]) => {
      const value = record[name];
      return value === undefined ? [] : [[name, finalized(resource, name, value)] as const];
    }),
  );
}

/** Sets are sorted. Only values that name nothing new come here. */
export const finalized = (resource: Resource, name: string, value: Json): Json =>
  value === null ? null : (resource.fields[name]?.finalize?.(value, () => 0) ?? value);
