import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop at a time, in ms. */
const SLICE_MS = 8;

/** Returns a function that long work awaits between its steps: it yields to the event loop every `ms` milliseconds. */
export function timeSlices(ms = SLICE_MS): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < ms) return;
    await setImmediate();
    start = performance.now();
  };
}

/** How long work within a transaction may block the event loop at a time, in ms: a write beside it has a dozen turns to wait for. */
const WRITE_SLICE_MS = 1;

/** `timeSlices` for work within a transaction. */
export const writeSlices = (): (() => Promise<void>) => timeSlices(WRITE_SLICE_MS);

/** Maps items in order, and yields to the event loop in between: for work on thousands of records, beside which others write. */
export async function mapInSlices<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const yieldToOthers = writeSlices();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    await yieldToOthers();
  }
  return results;
}
