import { input } from '../fields/input';
import { parseReference } from '../fields/ref';
import { isObject } from '../json';
import { entryOf } from '../maps';
import type { Resource } from '../resource/resource';
import type { SourceRecord } from './source';
import { type Batch, type ImportState, note } from './state';

/** First step: reads the identifiers of records and of the children in them; nothing is written, none comes twice. */
export function readKeys(state: ImportState, batch: Batch): void {
  const { of, label } = batch.source;
  const numbers = entryOf(state.numbers, batch.source, () => []);
  for (const each of batch.records) {
    const { findings } = input();
    const place = `${label}, record ${each.record}`;
    const number = keyOf(of, each.value, findings);
    if (number === null) state.withoutId += 1;
    else if (number !== undefined) bring(state.brought, of.kind, number, place, input(of.key.name, findings));
    readChildKeys(state, of, each, place, findings);
    note(state, batch, each, findings);
    numbers.push(findings.faults.length > 0 ? undefined : number);
  }
}

function readChildKeys(
  state: ImportState,
  of: Resource,
  { value }: SourceRecord,
  place: string,
  findings: ReturnType<typeof input>['findings'],
): void {
  if (!isObject(value)) return;
  for (const [name, { children }] of Object.entries(of.fields)) {
    const rows = value[name];
    if (!children || !Array.isArray(rows)) continue;
    rows.forEach((row: unknown, index) => {
      const number = isObject(row) && row.id ? parseReference(row.id, input()) : undefined;
      if (number !== undefined)
        bring(state.children, children.kind, number, place, input(`${name}[${index}].id`, findings));
    });
  }
}

function bring(
  to: ImportState['brought'],
  kind: string,
  number: number,
  place: string,
  at: ReturnType<typeof input>,
): void {
  const brought = entryOf(to, kind, () => new Map<number, string>());
  const first = brought.get(number);
  if (first) at.fault('DUPLICATE', `${number} is the identifier of ${first} already`);
  else brought.set(number, place);
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
