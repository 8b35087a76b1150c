import type { Fault } from '../errors/errors';

/** How deep arrays and objects may lie in each other within one field of a body. */
const MAX_DEPTH = 101;

/** A value on its way through the walk: where it stands, and how deep. */
interface Step {
  value: unknown;
  path: string;
  depth: number;
}

/** The first fault of `faultsIn`. */
export function faultIn(value: unknown): Fault | undefined {
  for (const fault of faultsIn(value)) return fault;
  return undefined;
}

/**
 * What no door takes in a parsed body or query: texts and keys with half a surrogate pair or NUL, which neither UTF-8 nor
 * PostgreSQL can hold, and values nested too deep, which end the walk. Does not recurse.
 */
export function* faultsIn(value: unknown): Generator<Fault> {
  const steps: Step[] = [{ value, path: '', depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { path, depth } = step;
    if (typeof step.value === 'string') yield* faultsOf(step.value, path);
    if (typeof step.value !== 'object' || step.value === null) continue;
    if (depth >= MAX_DEPTH) return yield { path: '', code: 'OUT_OF_RANGE', message: 'is nested too deep' };
    // From the last to the first, so that the first is looked at first.
    if (Array.isArray(step.value)) {
      const items: unknown[] = step.value;
      for (let index = items.length - 1; index >= 0; index -= 1)
        if (canHold(items[index])) steps.push({ value: items[index], path: `${path}[${index}]`, depth: depth + 1 });
      continue;
    }
    for (const [key, item] of Object.entries(step.value).reverse()) {
      yield* faultsOf(key, path, ' in the name of a field');
      if (canHold(item)) steps.push({ value: item, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}

/** Whether UTF-8 and PostgreSQL can hold a text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function* faultsOf(text: string, path: string, where = ''): Generator<Fault> {
  if (!text.isWellFormed()) yield { path, code: 'INVALID_VALUE', message: `has half a surrogate pair${where}` };
  else if (text.includes('\0')) yield { path, code: 'INVALID_VALUE', message: `has the NUL character${where}` };
}

/** Whether there can be a fault in it. */
const canHold = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);
