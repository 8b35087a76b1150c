import type { Fault } from '../errors/errors';

/** How deep arrays and objects may be nested within one field of a body. */
const MAX_DEPTH = 101;

/** A value that is still to be visited, with its path and depth. */
interface NestedValue {
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
 * Finds what no route accepts in a parsed body or query: texts and keys with half a surrogate pair or NUL, which UTF-8 or
 * PostgreSQL cannot store, and values nested too deep, which end the walk. Does not recurse.
 */
export function* faultsIn(value: unknown): Generator<Fault> {
  const steps: NestedValue[] = [{ value, path: '', depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { path, depth } = step;
    if (typeof step.value === 'string') yield* textFaults(step.value, path);
    if (typeof step.value !== 'object' || step.value === null) continue;
    if (depth >= MAX_DEPTH) return yield { path: '', code: 'OUT_OF_RANGE', message: 'is nested too deep' };
    // Pushed in reverse: the first item is visited first.
    if (Array.isArray(step.value)) {
      const items: unknown[] = step.value;
      for (let index = items.length - 1; index >= 0; index -= 1)
        if (canHaveFaults(items[index]))
          steps.push({ value: items[index], path: `${path}[${index}]`, depth: depth + 1 });
      continue;
    }
    for (const [key, item] of Object.entries(step.value).reverse()) {
      yield* textFaults(key, path, ' in the name of a field');
      if (canHaveFaults(item)) steps.push({ value: item, path: path ? `${path}.${key}` : key, depth: depth + 1 });
    }
  }
}

/** Whether UTF-8 and PostgreSQL can store a text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function* textFaults(text: string, path: string, where = ''): Generator<Fault> {
  if (!text.isWellFormed()) yield { path, code: 'INVALID_VALUE', message: `has half a surrogate pair${where}` };
  else if (text.includes('\0')) yield { path, code: 'INVALID_VALUE', message: `has the NUL character${where}` };
}

const canHaveFaults = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);
