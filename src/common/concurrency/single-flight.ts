import { setImmediate } from 'node:timers/promises';

/**
 * Makes one run of `work` serve all who ask meanwhile. Who asks is never served by a run that has begun before: they wait
 * for it to end, and share the next one. When nothing runs, all share who ask before the event loop comes round.
 */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<void> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    const result = work();
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    running = end.then(() => {
      if (!next) running = undefined;
    });
    return result;
  }

  return () => (next ??= (running ?? setImmediate()).then(begin));
}
