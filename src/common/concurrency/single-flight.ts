import { setImmediate } from 'node:timers/promises';

/**
 * Lets concurrent calls share one run of `work`. A call never gets the result of a run that began before it: it waits for
 * that run to end and shares the next one. When idle, all calls made in the same turn of the event loop share one run.
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
