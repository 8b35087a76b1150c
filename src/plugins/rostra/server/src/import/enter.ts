import { input } from '../fields/input';
import { parseReference } from '../fields/ref';
import { isObject } from '../json';
import { entryOf } from '../maps';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { insertEntries } from '../store/bulk';
import type { Run } from '../store/database';
import { existing } from '../store/read';
import { type Batch, type ImportState, note } from './state';

/**
 * First step: every record that is not stored yet gets its row, with its identifier and nothing else, so that
 * references between files find each other. The rows that records of their own have in other records get theirs, too.
 */
export async function enter(state: ImportState, batch: Batch, run: Run): Promise<void> {
  const { of } = batch.source;
  const numbers = batch.records.map((each) => {
    const { findings } = input();
    const number = keyOf(of, each.value, findings);
    if (number !== undefined && number !== null) {
      const brought = entryOf(state.brought, of.kind, () => new Map<number, string>());
      const place = `${batch.source.label}, record ${each.record}`;
      const first = brought.get(number);
      if (first) input(of.key.name, findings).fault('DUPLICATE', `${number} is the identifier of ${first} already`);
      else brought.set(number, place);
    }
    if (number === null) state.withoutId += 1;
    note(state, batch, each, findings);
    return findings.faults.length > 0 ? undefined : number;
  });
  const made = await makeRows(state, of, numbers, run);
  const known = entryOf(state.numbers, batch.source, () => []);
  for (const number of numbers) known.push(number === null ? made.shift() : number);
  await enterChildren(state, batch, run);
}

/** Makes the rows that are missing; answers the identifiers given to those that came without. */
async function makeRows(
  state: ImportState,
  of: Resource,
  numbers: (number | null | undefined)[],
  run: Run,
): Promise<number[]> {
  const given = numbers.filter((number) => typeof number === 'number');
  const stored = await existing(of, given, run);
  const missing = numbers.filter(
    (number) => number === null || (typeof number === 'number' && !stored.has(number)),
  ) as (number | null)[];
  if (missing.length === 0) return [];
  const entries = await insertEntries(model(of.uid), missing, of.key.attribute, run);
  const created = entryOf(state.created, of, () => new Set<number>());
  for (const { number } of entries) created.add(number);
  return entries.filter((_, index) => missing[index] === null).map(({ number }) => number);
}

/** Children with an identifier of their own are entered with their parents. */
async function enterChildren(state: ImportState, { source, records }: Batch, run: Run): Promise<void> {
  for (const [name, field] of Object.entries(source.of.fields)) {
    if (!field.children) continue;
    const rows = records.flatMap(
      ({ value }) => (isObject(value) && Array.isArray(value[name]) ? value[name] : []) as unknown[],
    );
    const numbers = rows.flatMap((row) => {
      const number = isObject(row) && row.id ? parseReference(row.id, input()) : undefined;
      return number ?? [];
    });
    await makeRows(state, resource(field.children.kind), [...new Set(numbers)], run);
  }
}

/** The identifier of a record; null when it has none, undefined after noting why it cannot be used. */
function keyOf(
  of: Resource,
  value: unknown,
  findings: ReturnType<typeof input>['findings'],
): number | null | undefined {
  const at = input('', findings);
  if (!isObject(value)) return at.fault('INVALID_TYPE', 'a record must be a JSON object');
  const key = value[of.key.name];
  if (of.key.field) {
    if (key === undefined || key === null) return at.at(of.key.name).fault('REQUIRED', 'is required');
    return of.key.field.parse(key, at.at(of.key.name), value) as number | undefined;
  }
  if (key === undefined || key === null) return null;
  return parseReference(key, at.at(of.key.name));
}
