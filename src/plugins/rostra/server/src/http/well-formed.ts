import type { Fault } from '../errors/errors';

/** How deep arrays and objects of a request may lie in each other. */
const MAX_DEPTH = 100;

/** A value on its way through the walk: where it stands, and how deep. */
interface Step {
  value: unknown;
  path: string;
  depth: number;
}

/**
 * The first thing in a parsed body or query that no door takes: a text or key with half a surrogate pair or NUL, which
 * neither UTF-8 nor PostgreSQL can hold, or values nested deeper than 100 levels. Does not recurse.
 */
export function faultIn(value: unknown): Fault | undefined {
  const steps: Step[] = [{ value, path: '', depth: 0 }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const fault = typeof step.value === 'string' ? faultOfText(step.value, step.path) : undefined;
    if (fault) return fault;
    if (typeof step.value !== 'object' || step.value === null) continue;
    if (step.depth >= MAX_DEPTH)
      return { path: '', code: 'OUT_OF_RANGE', message: `is nested deeper than ${MAX_DEPTH} levels` };
    const found = Array.isArray(step.value) ? pushItems(steps, step.value, step) : pushFields(steps, step.value, step);
    if (found) return found;
  }
  return undefined;
}

/** Whether UTF-8 and PostgreSQL can hold a text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function faultOfText(text: string, path: string): Fault | undefined {
  if (!text.isWellFormed()) return { path, code: 'INVALID_VALUE', message: 'has half a surrogate pair' };
  if (text.includes('\0')) return { path, code: 'INVALID_VALUE', message: 'has the NUL character' };
  return undefined;
}

/** Only what can hold a fault is walked: the items go from the last to the first, so that the first is found first. */
function pushItems(steps: Step[], items: unknown[], { path, depth }: Step): undefined {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const value = items[index];
    if (canHold(value)) steps.push({ value, path: `${path}[${index}]`, depth: depth + 1 });
  }
  return undefined;
}

function pushFields(steps: Step[], fields: object, { path, depth }: Step): Fault | undefined {
  const entries = Object.entries(fields);
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const [key, value] = entries[index] as [string, unknown];
    const fault = faultOfText(key, path);
    if (fault) return { ...fault, message: `${fault.message} in the name of a field` };
    if (canHold(value)) steps.push({ value, path: path ? `${path}.${key}` : key, depth: depth + 1 });
  }
  return undefined;
}

const canHold = (value: unknown): boolean => typeof value === 'string' || (typeof value === 'object' && value !== null);
