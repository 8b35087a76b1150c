import type { Place } from '../../../../../common/findings';
import type { Json } from '../../../../../common/json';
import { entryOf } from '../../../../../common/maps';
import { input } from '../fields/input';
import { canonical } from '../operations/record';
import { resource } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { readStoredOf, rowsBehind } from '../store/read';
import { restricting } from '../store/referrers';
import { type Losing, losing } from './beside';
import { fingerprint } from './fingerprint';
import type { Change } from './plan';
import { countsOf, note, type PlanState, placeOf, warn } from './state';

/** How many records that lose a reference a warning names. */
const NAMED = 20;

/**
 * When everything has been compared: what the children that go do to records that the input does not bring. Those that need
 * one are a fault; those that lose an optional reference are changed, which is odd enough for a warning.
 */
export async function loseChildren(state: PlanState, run: Run, isStrict: boolean): Promise<Change[]> {
  const changes = new Map<Resource, Map<number, Change>>();
  for (const [kind, gone] of state.leftOut) {
    for (const [number, { source, each, name, parent }] of gone) {
      const child = resource(kind);
      const [row] = await rowsBehind(child, [number], run);
      if (row === undefined) continue;
      const { references } = await restricting(kind, row, run);
      const losers = (await losing(child, number, run)).map((each) => withoutBrought(state, each));
      const inUse = references.filter(({ resource: of, id }) => !isBrought(state, of, id));
      if (inUse.length > 0) {
        const { findings, fault } = input(name);
        const users = inUse.map(({ resource: of, id, field }) => `${of} ${id} (${field})`).join(', ');
        fault('INVALID_VALUE', `${number} is in use and cannot be left out: ${users}`);
        note(state, source, each, findings);
        continue;
      }
      const place = placeOf(source, each);
      const named = losers.flatMap(({ of, numbers, fields }) =>
        numbers.map((loser) => `${of.name} ${loser} (${fields.join(', ')})`),
      );
      if (named.length === 0) continue;
      for (const loser of losers) await lose(state, changes, { ...loser, gone: number, place }, run);
      const rest = named.length > NAMED ? ', …' : '';
      const message = `${child.name} ${number} is left out; what names it loses it: ${named.slice(0, NAMED).join(', ')}${rest}`;
      const by = { resource: source.of.name, number: parent };
      warn(state, place, { ...by, code: 'REFERENCE_LOST', path: name, message, records: 1 }, isStrict);
    }
  }
  return [...changes.values()].flatMap((each) => [...each.values()]);
}

/** Takes a child out of the fields of records that name it. */
async function lose(
  state: PlanState,
  changes: Map<Resource, Map<number, Change>>,
  { of, numbers, fields, gone, place }: Losing & { gone: number; place: Place },
  run: Run,
): Promise<void> {
  const known = entryOf(changes, of, () => new Map<number, Change>());
  for (const { number, stored: text } of await readStoredOf(of, numbers, run, false)) {
    const { record } = canonical(of, text);
    const change = entryOf(known, number, () => {
      countsOf(state, of).changed += 1;
      const before = fingerprint(record);
      return { resource: of.name, number, action: 'change', ...place, before, from: {}, to: {} } satisfies Change;
    });
    for (const name of fields) {
      const [from, to] = [change.from as Record<string, Json>, change.to as Record<string, Json>];
      from[name] = record[name] ?? null;
      to[name] = without(to[name] ?? record[name] ?? null, gone);
    }
  }
}

/** A reference, or a list of some, without one. */
const without = (value: Json, gone: number): Json =>
  Array.isArray(value) ? value.filter((each) => each !== gone) : null;

const withoutBrought = (state: PlanState, { of, numbers, fields }: Losing): Losing => ({
  of,
  fields,
  numbers: numbers.filter((number) => !isBrought(state, of.name, number)),
});

const isBrought = (state: PlanState, name: string, number: number): boolean =>
  [...state.brought].some(([kind, numbers]) => resource(kind).name === name && numbers.has(number));
