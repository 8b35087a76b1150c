import { type Json, type JsonObject, rowsIn } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { matched } from '../fields/children';
import { type Findings, input } from '../fields/input';
import type { Names } from '../import/names/names';
import { resolveNames, withFaultsOfNames } from '../import/names/resolve-names';
import type { SourceRecord } from '../import/record';
import { canonical, changedFields, checkRules, checkTogether, parseRecord } from '../operations/record';
import { childFields, referencesOf, settle } from '../operations/write';
import { resource } from '../resource/registry';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { foresee } from '../store/resolve';
import { fingerprint } from './fingerprint';
import { noteChildren, noteGone } from './left-out';
import type { Change } from './plan';
import { type Batch, countsOf, note, type PlanState, placeOf, provisional } from './state';

/** A record of the input beside what is stored of it. */
interface Compared {
  each: SourceRecord;
  number: number;
  before: string | null;
  stored: JsonObject;
  record: JsonObject;
  changed: string[];
  findings: Findings;
}

/** What comparing needs beside the records. */
export interface Comparing {
  names: Names;
  run: Run;
  /** Told of each record that is no fault, as it will be. */
  check(batch: Batch, each: SourceRecord, number: number, record: JsonObject): Promise<void>;
}

/** Second step: what becomes of each record: made, changed in some fields, or left as it is. Answers what is to be done. */
export async function compare(state: PlanState, batch: Batch, comparing: Comparing): Promise<Change[]> {
  const { of } = batch.source;
  const { names, run } = comparing;
  const compared = await compareAll(state, batch, names, run);
  const wanted = compared.map(({ record, changed, findings }) => ({
    references: referencesOf(of, record, changed),
    claims: findings.claims,
    findings,
  }));
  const numbers = await foresee(wanted, (kind, number) => state.brought.get(kind)?.get(number)?.implied, run);
  const made: Change[] = [];
  const numberOf = (kind: string, name: string): number =>
    numbers.get(`${kind} ${name}`) ?? madeByName(state, batch, kind, name, made);
  const changes: Change[] = [];
  for (const { each, number, before, stored, record, changed, findings } of compared) {
    noteGone(state, of, record, findings);
    note(state, batch.source, each, findings);
    if (findings.faults.length > 0) continue;
    const settled = settle(of, record, stored, changed, { numberOf });
    await comparing.check(batch, each, number, record);
    const counts = countsOf(state, of);
    const isNew = before === null;
    counts[isNew ? 'created' : settled.length > 0 ? 'changed' : 'unchanged'] += 1;
    if (!isNew && settled.length === 0) continue;
    noteChildren(state, batch.source, { each, number, stored, record, changed: settled });
    const fields = isNew ? Object.keys(record) : settled;
    const action = isNew ? 'create' : 'change';
    const [from, to] = [isNew ? {} : pick(stored, fields), pick(record, fields)];
    changes.push({ resource: of.name, number, action, ...placeOf(batch.source, each), before, from, to });
  }
  // Those of one kind follow each other: they are written together.
  const isNew = ({ action }: Change) => action === 'create';
  return [...made, ...changes.filter(isNew), ...changes.filter((change) => !isNew(change))];
}

async function compareAll(state: PlanState, batch: Batch, names: Names, run: Run): Promise<Compared[]> {
  const { source, records } = batch;
  const known = state.numbers.get(source) ?? [];
  const numbers = records.map(({ record }) => known[record - 1]);
  const given = numbers.flatMap((number) => (number === undefined || number < 0 ? [] : number));
  const found = new Map((await readStoredOf(source.of, given, run, false)).map((each) => [each.number, each.stored]));
  const compared: Compared[] = [];
  for (const [index, each] of records.entries()) {
    const number = numbers[index];
    if (number === undefined) continue;
    compared.push(await compareOne(batch, each, number, found.get(number), names));
  }
  return compared;
}

async function compareOne(
  { source: { of } }: Batch,
  each: SourceRecord,
  number: number,
  text: string | undefined,
  names: Names,
): Promise<Compared> {
  const stored = text === undefined ? undefined : canonical(of, text).record;
  const naming = input();
  const named = await resolveNames(of, each.value, names, naming, stored ?? {});
  const { record: given, findings } = parseRecord(of, named, {
    isWhole: !stored,
    isPlanned: true,
    ...(stored ? { stored } : {}),
  });
  findings.faults = withFaultsOfNames(naming.findings.faults, findings.faults);
  findings.ignored = findings.ignored.filter((path) => path !== of.key.name);
  for (const name of childFields(of)) {
    const children = of.fields[name]?.children;
    const rows = given[name] as JsonObject[] | undefined;
    if (children && rows) given[name] = matched(rows, rowsIn(stored ?? {}, name), children);
  }
  const changed = changedFields(given, stored ?? {});
  const record = { ...stored, ...given };
  if (stored) checkTogether(of, given, changed, findings);
  if (changed.length > 0) checkRules(of, record, findings);
  const before = stored === undefined ? null : fingerprint(stored);
  return { each, number, before, stored: stored ?? {}, record, changed, findings };
}

/** A record of which only the name is known: a tag. */
function madeByName(state: PlanState, batch: Batch, kind: string, name: string, made: Change[]): number {
  return entryOf(state.made, `${kind} ${name}`, () => {
    const of = resource(kind);
    const number = provisional(state);
    countsOf(state, of).created += 1;
    made.push({
      resource: of.name,
      number,
      action: 'create',
      isNamed: true,
      file: batch.source.label,
      record: 0,
      before: null,
      from: {},
      to: { ...Object.fromEntries(Object.entries(of.fields).map(([field, { empty }]) => [field, empty])), name },
    });
    return number;
  });
}

const pick = (record: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name): [string, Json] => [name, record[name] ?? null]));
