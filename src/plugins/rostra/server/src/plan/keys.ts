import { isObject, type Json } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { type Input, input } from '../fields/input';
import { parseReference } from '../fields/ref';
import type { Match, Matched } from '../import/names/match';
import type { Names } from '../import/names/names';
import { resolveNames } from '../import/names/resolve-names';
import type { Source, SourceRecord } from '../import/record';
import { impliedAttributes } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { type Batch, type Brought, note, type PlanState, provisional } from './state';

/** What reading identifiers needs beside the records. */
interface Keys {
  names: Names;
  match?: Match;
}

/**
 * First step: reads the identifiers of records and of the children in them, and what else refers to them by. A record
 * without identifier is the stored one that it matches, else it gets a provisional one. None comes twice.
 */
export async function readKeys(state: PlanState, { source, records }: Batch, keys: Keys): Promise<void> {
  const numbers = entryOf(state.numbers, source, () => []);
  for (const each of records) {
    const at = input();
    const number = await keyOf(state, source, each, keys, at);
    if (number !== undefined) {
      bring(state, source.of.kind, number, broughtAs(source, each, each.value), at.at(source.of.key.name));
      bringChildren(state, source, each, number, at);
      keys.names.add(source.of.kind, number, each.value);
    }
    note(state, source, each, at.findings);
    numbers.push(at.findings.faults.length > 0 ? undefined : number);
  }
}

async function keyOf(
  state: PlanState,
  source: Source,
  each: SourceRecord,
  { names, match }: Keys,
  at: Input,
): Promise<number | undefined> {
  const { of } = source;
  const { value } = each;
  if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
  const key = value[of.key.name];
  if (of.key.field) {
    if (key === undefined || key === null) return at.at(of.key.name).fault('REQUIRED', 'is required');
    return of.key.field.parse(key, at.at(of.key.name), value) as number | undefined;
  }
  if (key !== undefined && key !== null) {
    const number = parseReference(key, at.at(of.key.name));
    const found = match?.(await resolveNames(of, value, names, quiet()), quiet());
    if (number === undefined || !found) return number;
    // One without identifier that is alike is the same, whichever comes first.
    const first = entryOf(state.made, keyOfMatch(of, found), () => number);
    if (first < 0) bring(state, of.kind, first, broughtAs(source, each, value), at.at(of.key.name));
    return number;
  }
  if (!match) {
    state.withoutKey += 1;
    return provisional(state);
  }
  const found = match(await resolveNames(of, value, names, quiet()), at);
  if (!found) return undefined;
  return found.number ?? entryOf(state.made, keyOfMatch(of, found), () => provisional(state));
}

const keyOfMatch = ({ kind }: Resource, { key }: Matched): string => `match ${kind} ${key}`;

/** Where faults are left to others. */
const quiet = (): Input => ({ ...input(), fault: () => undefined });

function bringChildren(state: PlanState, source: Source, each: SourceRecord, parent: number, at: Input): void {
  if (!isObject(each.value)) return;
  for (const [name, { children }] of Object.entries(source.of.fields)) {
    const rows = each.value[name];
    if (!children || !Array.isArray(rows)) continue;
    rows.forEach((row: unknown, index) => {
      const number = isObject(row) && row.id ? parseReference(row.id, input()) : undefined;
      if (number === undefined) return;
      const as = { ...broughtAs(source, each, {}), implied: { [children.parent]: parent } };
      bring(state, children.kind, number, as, at.at(name).at(index).at('id'));
    });
  }
}

const broughtAs = (source: Source, { record }: SourceRecord, value: unknown): Brought => ({
  source,
  record,
  isStored: false,
  implied: impliedIn(source.of, value),
});

/** What references elsewhere repeat of a record, as far as it says so itself. */
function impliedIn(of: Resource, value: unknown): Record<string, Json> {
  const implied: Record<string, Json> = {};
  if (!isObject(value)) return implied;
  for (const attribute of impliedAttributes(of.kind)) {
    const number = parseReference(value[attribute], quiet());
    if (number !== undefined) implied[attribute] = number;
  }
  return implied;
}

function bring(state: PlanState, kind: string, number: number, as: Brought, at: Input): void {
  const brought = entryOf(state.brought, kind, () => new Map<number, Brought>());
  const first = brought.get(number);
  if (!first) {
    brought.set(number, as);
    return;
  }
  const place = `${first.source.label}, record ${first.record}`;
  at.fault('DUPLICATE', number < 0 ? `is the same as ${place}` : `${number} is the identifier of ${place} already`);
}
