import { rowsIn } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { referencesOf } from '../operations/write';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { insertEntries, type NewEntry } from '../store/bulk/entries';
import type { Run } from '../store/database';
import { reserveNumbers } from '../store/identifiers';
import { existing } from '../store/read';
import { draftOf } from '../store/write';
import { named, type Refusal, refuse } from './applying';
import { openMadeMeanwhile } from './made-meanwhile';
import type { Change } from './plan';
import { together } from './together';

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

interface MadeRow {
  row: number;
  isFilled: boolean;
}

/**
 * Gives every new record its row, with its identifier and its columns but no link, so that records find each other whatever
 * their order; so it does children with identifiers that are not stored. Provisional records get the next identifiers,
 * after all that were given.
 */
export async function makeRows(
  { changes, match }: { changes(): AsyncIterable<Change>; match?: string[] },
  run: Run,
): Promise<MadeRows> {
  const rows = new Map<string, Map<number, MadeRow>>();
  const numbers = new Map<number, number>();
  const there = new Set<number>();
  const refusals: Refusal[] = [];
  const keep = (of: Resource, number: number, made: MadeRow) =>
    entryOf(rows, of.kind, () => new Map<number, MadeRow>()).set(number, made);
  const withoutMeanwhile = async (of: Resource, some: Change[]): Promise<Change[]> => {
    const meanwhile = await lookMeanwhile(of, some);
    for (const [number, stored] of meanwhile.there) {
      numbers.set(number, stored.number);
      there.add(number);
      keep(of, number, { row: stored.row, isFilled: true });
    }
    for (const change of some)
      if (meanwhile.taken.has(change.number)) refuse(refusals, change, [{ path: '', code: 'TAKEN', message: TAKEN }]);
    return some.filter(({ number }) => !meanwhile.there.has(number) && !meanwhile.taken.has(number));
  };
  const survey = await surveyOf(changes());
  const lookMeanwhile = await openMadeMeanwhile(survey.provisional, match, run);
  // The sequences move past the identifiers that are about to be given.
  for (const [of, number] of survey.highest) if (number > 0) await reserveNumbers(of, number, run);
  for (const isProvisional of survey.provisional.size > 0 ? [false, true] : [false]) {
    for await (const some of together(created(changes(), isProvisional), { text: ({ to }) => to, apart })) {
      const of = named(some[0]?.resource ?? '');
      const missing = isProvisional ? await withoutMeanwhile(of, some) : some;
      if (missing.length === 0) continue;
      const isFilled = some.every((change) => !hasProvisional(of, change));
      const entries = missing.map((change) => entryFor(of, change, isFilled));
      const made = await insertEntries(model(of.uid), entries, of.key.attribute, run);
      const given = new Map(made.map((each) => [each.number, each.row]));
      for (const [index, change] of missing.entries()) {
        const row = isProvisional ? made[index]?.row : given.get(change.number);
        if (row === undefined) refuse(refusals, change, [{ path: of.key.name, code: 'TAKEN', message: TAKEN }]);
        else keep(of, change.number, { row, isFilled });
        if (isProvisional) numbers.set(change.number, made[index]?.number ?? 0);
      }
    }
    if (isProvisional) continue;
    for (const [kind, children] of survey.children) await makeMissing(resource(kind), [...children], run);
  }
  return {
    refusals,
    isFilled: (kind, number) => rows.get(kind)?.get(number)?.isFilled ?? false,
    isThere: (number) => there.has(number),
    numberOf: (number) => numbers.get(number) ?? number,
    rowOf: (kind, number) => {
      const made = rows.get(kind)?.get(number);
      if (!made) throw new Error(`${kind} ${number} has no row`);
      return made.row;
    },
  };
}

const TAKEN = 'has been made by somebody else since';

/** What a plan makes, found in one reading. */
interface Survey {
  /** The highest identifier that it gives. */
  highest: Map<Resource, number>;
  /** Those of which it makes some under provisional identifiers. */
  provisional: Set<Resource>;
  /** The children that records name by identifier, by kind. */
  children: Map<string, Set<number>>;
}

async function surveyOf(changes: AsyncIterable<Change>): Promise<Survey> {
  const survey: Survey = { highest: new Map(), provisional: new Set(), children: new Map() };
  for await (const { resource: name, action, number, to } of changes) {
    const of = named(name);
    if (action === 'create') survey.highest.set(of, Math.max(number, survey.highest.get(of) ?? 0));
    if (action === 'create' && number < 0) survey.provisional.add(of);
    for (const [field, { children }] of Object.entries(of.fields)) {
      if (!children || !(field in to)) continue;
      for (const { id } of rowsIn(to, field))
        if (typeof id === 'number') entryOf(survey.children, children.kind, () => new Set<number>()).add(id);
    }
  }
  return survey;
}

/** The records to be made: those with identifiers of their own, or with provisional ones. */
async function* created(changes: AsyncIterable<Change>, isProvisional: boolean): AsyncIterable<Change> {
  for await (const change of changes) {
    if (change.action === 'create' && change.number < 0 === isProvisional) yield change;
  }
}

const apart = (first: Change, next: Change): boolean =>
  first.resource !== next.resource || first.isNamed !== next.isNamed;

const hasProvisional = (of: Resource, { to }: Change): boolean =>
  referencesOf(of, to, Object.keys(to)).some(({ number }) => (number ?? 0) < 0);

function entryFor(of: Resource, { number, to }: Change, isWhole: boolean): NewEntry {
  const given = number < 0 ? null : number;
  if (!isWhole) return { number: given };
  return { number: given, values: draftOf(of, to, Object.keys(to), () => 0).values };
}

/** How many children are looked at with one statement. */
const AT_ONCE = 1_000;

/** Gives children that records name by identifier their rows, where they have none. */
async function makeMissing(of: Resource, numbers: number[], run: Run): Promise<void> {
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  await reserveNumbers(of, highest, run);
  for (let done = 0; done < numbers.length; done += AT_ONCE) {
    const some = numbers.slice(done, done + AT_ONCE);
    const stored = await existing(of, some, run);
    const missing = some.filter((number) => !stored.has(number)).map((number) => ({ number }));
    if (missing.length > 0) await insertEntries(model(of.uid), missing, of.key.attribute, run);
  }
}
