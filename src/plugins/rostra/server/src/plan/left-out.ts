import { input } from '../fields/input';
import { resource } from '../resource/registry';
import type { Run } from '../store/database';
import { rowsBehind } from '../store/read';
import { restricting } from '../store/referrers';
import { losing } from './beside';
import { countsOf, note, type PlanState, placeOf, warn } from './state';

/** How many records that lose a reference a warning names. */
const NAMED = 20;

/**
 * Counts the children that records leave out; notes those that others still need, and warns of the optional references that
 * go with them. A referrer that the input brings may have changed: whether it still needs the child is seen when the plan
 * is applied.
 */
export async function noteLeftOut(state: PlanState, run: Run, isStrict: boolean): Promise<void> {
  for (const { source, each, name, kind, number } of state.leftOut) {
    if (state.brought.get(kind)?.has(number)) continue;
    const child = resource(kind);
    const [row] = await rowsBehind(child, [number], run);
    if (row === undefined) continue;
    countsOf(state, child).removed += 1;
    const { references } = await restricting(kind, row, run);
    const staying = references.filter(({ resource: of, id }) => !isBrought(state, of, id));
    if (staying.length > 0) {
      const { findings, fault } = input(name);
      const users = staying.map(({ resource: of, id, field }) => `${of} ${id} (${field})`).join(', ');
      fault('INVALID_VALUE', `${number} is in use and cannot be left out: ${users}`);
      note(state, source, each, findings);
      continue;
    }
    const losers = (await losing(child, number, run)).flatMap(({ of, numbers, fields }) =>
      numbers
        .filter((each) => !isBrought(state, of.name, each))
        .map((each) => `${of.name} ${each} (${fields.join(', ')})`),
    );
    if (losers.length === 0) continue;
    const rest = losers.length > NAMED ? ', …' : '';
    const message = `${child.name} ${number} is left out; what names it loses it: ${losers.slice(0, NAMED).join(', ')}${rest}`;
    const parent = state.numbers.get(source)?.[each.record - 1] ?? 0;
    const warning = {
      resource: source.of.name,
      number: parent,
      code: 'REFERENCE_LOST',
      path: name,
      message,
      records: 1,
    };
    warn(state, placeOf(source, each), warning, isStrict);
  }
}

const isBrought = (state: PlanState, name: string, number: number): boolean =>
  [...state.brought].some(([kind, numbers]) => resource(kind).name === name && numbers.has(number));
