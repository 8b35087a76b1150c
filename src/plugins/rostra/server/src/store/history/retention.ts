import { setTimeout as pause } from 'node:timers/promises';
import { transaction } from '../database';
import { pruneValues } from './erase';

/** How often a service looks for values that are too old, in ms. */
const INTERVAL = 60 * 60 * 1000;

/** Lets writers have the disk between two parts, in ms. */
const PAUSE = 100;

/** How long it waits after the first failure, in ms, and after each further one twice as long; also where another process is at it. */
const RETRY = 10_000;

/** Blanks values that are older than `days`, now and every hour, until the returned function is called. Tries again after a failure. */
export function keepHistory(days: number, report: (error: Error) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let failures = 0;
  const prune = async (): Promise<number> => {
    try {
      for (;;) {
        const state = await transaction((run) => pruneValues(days, run));
        failures = 0;
        if (state !== 'more') return state === 'busy' ? RETRY : INTERVAL;
        await pause(PAUSE, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) report(error as Error);
      failures += 1;
      return Math.min(INTERVAL, RETRY * 2 ** (failures - 1));
    }
  };
  const keep = async () => {
    while (!signal.aborted) await pause(await prune(), undefined, { signal, ref: false }).catch(() => undefined);
  };
  void keep();
  return () => stop.abort();
}
