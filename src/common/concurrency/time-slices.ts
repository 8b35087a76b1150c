import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop at a time, in ms. */
const SLICE_MS = 8;

/** Returns a function that long work awaits between its steps: it yields to the event loop every 8 ms. */
export function timeSlices(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await setImmediate();
    start = performance.now();
  };
}
