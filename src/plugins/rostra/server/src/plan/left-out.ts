import { input } from '../fields/input';
import { resource } from '../resource/registry';
import type { Run } from '../store/database';
import { rowsBehind } from '../store/read';
import { restricting } from '../store/referrers';
import { note, type PlanState } from './state';

/**
 * Notes the children that records leave out and that others still need. A referrer that the input brings may have changed:
 * whether it still needs the child is seen when the plan is applied.
 */
export async function noteLeftInUse(state: PlanState, run: Run): Promise<void> {
  for (const { source, each, name, kind, number } of state.leftOut) {
    if (state.brought.get(kind)?.has(number)) continue;
    const [row] = await rowsBehind(resource(kind), [number], run);
    if (row === undefined) continue;
    const { references } = await restricting(kind, row, run);
    const staying = references.filter(({ resource: of, id }) => !isBrought(state, of, id));
    if (staying.length === 0) continue;
    const { findings, fault } = input(name);
    const users = staying.map(({ resource: of, id, field }) => `${of} ${id} (${field})`).join(', ');
    fault('INVALID_VALUE', `${number} is in use and cannot be left out: ${users}`);
    note(state, source, each, findings);
  }
}

const isBrought = (state: PlanState, name: string, number: number): boolean =>
  [...state.brought].some(([kind, numbers]) => resource(kind).name === name && numbers.has(number));
