import { setImmediate } from 'node:timers/promises';

/** How long work may keep others waiting at a time, in ms. */
const AT_ONCE_MS = 8;

/** Returns a function that long work awaits between its pieces: it yields to the event loop every 8 ms. */
export function timeSlices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < AT_ONCE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}
