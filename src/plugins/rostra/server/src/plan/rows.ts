import type { JsonObject } from '../json';
import { rowsIn } from '../json';
import { entryOf } from '../maps';
import { referencesOf } from '../operations/write';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { column, from, open, rowId } from '../sql/scope';
import { parameter, sql } from '../sql/sql';
import { insertEntries, type NewEntry } from '../store/bulk/entries';
import { type Run, runOnce } from '../store/database';
import { reserveNumbers } from '../store/identifiers';
import { existing } from '../store/read';
import { draftOf } from '../store/write';
import { named, type Refusal, refuse } from './applying';
import type { Change } from './plan';

/** Rows made for the new records of a plan. */
export interface MadeRows {
  /** Strapi's row of a record that was made. */
  rowOf(kind: string, number: number): number;
  /** Whether a record that was made has the values of its columns already. */
  isFilled(kind: string, number: number): boolean;
  /** Whether a record that was to be made because something names it was there already. */
  isThere(number: number): boolean;
  /** The identifier that a provisional one has become; every other one stays. */
  numberOf(number: number): number;
  /** Records that somebody else has made since. */
  refusals: Refusal[];
}

/** How many rows are made with one statement, and about how much text. */
const AT_ONCE = { records: 1_000, characters: 4_000_000 };

/**
 * Gives every new record its row, with its identifier and its columns but no link, so that records find each other whatever
 * their order; so it does children with identifiers that are not stored. Provisional records get the next identifiers,
 * after all that were given.
 */
export async function makeRows(changes: () => AsyncIterable<Change>, run: Run): Promise<MadeRows> {
  const rows = new Map<string, number>();
  const filled = new Set<string>();
  const numbers = new Map<number, number>();
  const there = new Set<number>();
  const refusals: Refusal[] = [];
  const survey = await surveyOf(changes());
  // The sequences move past the identifiers that are about to be given.
  for (const [of, number] of survey.highest) if (number > 0) await reserveNumbers(of, number, run);
  for (const isProvisional of survey.hasProvisional ? [false, true] : [false]) {
    for await (const some of together(changes(), isProvisional)) {
      const of = named(some[0]?.resource ?? '');
      const isWhole = some.every((change) => !hasProvisional(of, change));
      if (some[0]?.isNamed) await takeNamed(of, some, { rows, there, numbers }, run);
      const missing = some.filter(({ number }) => !rows.has(`${of.kind} ${number}`));
      if (missing.length === 0) continue;
      const entries = missing.map((change) => entryFor(of, change, isWhole));
      const made = await insertEntries(model(of.uid), entries, of.key.attribute, run);
      const given = new Map(made.map((each) => [each.number, each.row]));
      for (const [index, change] of missing.entries()) {
        const row = isProvisional ? made[index]?.row : given.get(change.number);
        const key = `${of.kind} ${change.number}`;
        if (row === undefined) {
          refuse(refusals, change, [{ path: of.key.name, code: 'TAKEN', message: TAKEN }]);
          continue;
        }
        rows.set(key, row);
        if (isWhole) filled.add(key);
        if (isProvisional) numbers.set(change.number, made[index]?.number ?? 0);
      }
    }
    if (isProvisional) continue;
    for (const [kind, children] of survey.children) await makeMissing(resource(kind), [...children], run);
  }
  return {
    refusals,
    isFilled: (kind, number) => filled.has(`${kind} ${number}`),
    isThere: (number) => there.has(number),
    numberOf: (number) => numbers.get(number) ?? number,
    rowOf: (kind, number) => {
      const row = rows.get(`${kind} ${number}`);
      if (row === undefined) throw new Error(`${kind} ${number} has no row`);
      return row;
    },
  };
}

/** Records that are made because something names them, and that somebody has made meanwhile. */
async function takeNamed(
  of: Resource,
  changes: Change[],
  { rows, there, numbers }: { rows: Map<string, number>; there: Set<number>; numbers: Map<number, number> },
  run: Run,
): Promise<void> {
  const scope = open(of.uid);
  const name = column(scope, 'name');
  const names = changes.map(({ to }) => to.name);
  const found = await runOnce(
    run,
    sql`select distinct on (${name}) ${name}, ${column(scope, of.key.attribute)}, ${rowId(scope)} from ${from(scope)} where ${name} = any(${parameter('names')}::text[]) order by ${name}, ${rowId(scope)}`,
    { names },
  );
  const byName = new Map(
    found.map(([text, number, row]) => [text, { number, row } as { number: number; row: number }]),
  );
  for (const { number, to } of changes) {
    const stored = byName.get(to.name);
    if (!stored) continue;
    numbers.set(number, stored.number);
    rows.set(`${of.kind} ${number}`, stored.row);
    there.add(number);
  }
}

const TAKEN = 'has been made by somebody else since';

/** What a plan makes, found in one reading. */
interface Survey {
  /** The highest identifier that it gives. */
  highest: Map<Resource, number>;
  hasProvisional: boolean;
  /** The children that records name by identifier, by kind. */
  children: Map<string, Set<number>>;
}

async function surveyOf(changes: AsyncIterable<Change>): Promise<Survey> {
  const survey: Survey = { highest: new Map(), hasProvisional: false, children: new Map() };
  for await (const { resource: name, action, number, to } of changes) {
    const of = named(name);
    if (action === 'create') survey.highest.set(of, Math.max(number, survey.highest.get(of) ?? 0));
    if (action === 'create' && number < 0) survey.hasProvisional = true;
    for (const [field, { children }] of Object.entries(of.fields)) {
      if (!children || !(field in to)) continue;
      for (const { id } of rowsIn(to, field))
        if (typeof id === 'number') entryOf(survey.children, children.kind, () => new Set<number>()).add(id);
    }
  }
  return survey;
}

/** Records to be made of one resource that follow each other, some at a time. */
async function* together(changes: AsyncIterable<Change>, isProvisional: boolean): AsyncIterable<Change[]> {
  let some: Change[] = [];
  let characters = 0;
  for await (const change of changes) {
    if (change.action !== 'create' || change.number < 0 !== isProvisional) continue;
    const isFull = some.length >= AT_ONCE.records || characters >= AT_ONCE.characters;
    if (some.length > 0 && (isFull || some[0]?.resource !== change.resource || some[0]?.isNamed !== change.isNamed)) {
      yield some;
      some = [];
      characters = 0;
    }
    some.push(change);
    characters += sizeOf(change.to);
  }
  if (some.length > 0) yield some;
}

const sizeOf = (record: JsonObject): number =>
  Object.values(record).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

const hasProvisional = (of: Resource, { to }: Change): boolean =>
  referencesOf(of, to, Object.keys(to)).some(({ number }) => (number ?? 0) < 0);

function entryFor(of: Resource, { number, to }: Change, isWhole: boolean): NewEntry {
  const given = number < 0 ? null : number;
  if (!isWhole) return { number: given };
  return { number: given, values: draftOf(of, to, Object.keys(to), () => 0).values };
}

/** Gives children that records name by identifier their rows, where they have none. */
async function makeMissing(of: Resource, numbers: number[], run: Run): Promise<void> {
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  await reserveNumbers(of, highest, run);
  for (let done = 0; done < numbers.length; done += AT_ONCE.records) {
    const some = numbers.slice(done, done + AT_ONCE.records);
    const stored = await existing(of, some, run);
    const missing = some.filter((number) => !stored.has(number)).map((number) => ({ number }));
    if (missing.length > 0) await insertEntries(model(of.uid), missing, of.key.attribute, run);
  }
}
