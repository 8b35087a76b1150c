import { setImmediate } from 'node:timers/promises';

/** How long work may keep others waiting at a time, in ms. */
const AT_ONCE_MS = 8;

/** Answers what long work calls between its pieces: others have their turn whenever it has gone on for some ms. */
export function timeSlices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < AT_ONCE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}
