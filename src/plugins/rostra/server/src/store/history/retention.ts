import { setTimeout as pause } from 'node:timers/promises';
import { transaction } from '../database';
import { pruneValues } from './erase';

/** How often a service looks for values that are too old, in ms. */
const INTERVAL = 60 * 60 * 1000;

/** Lets writers have the disk between two parts, in ms. */
const PAUSE = 100;

/** How long it waits after a failure, in ms: a database that is busy or restarts is there again soon. */
const RETRY = 10_000;

/** Blanks values that are older than `days`, now and every hour, until the returned function is called. Tries again after a failure. */
export function keepHistory(days: number, report: (error: Error) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const prune = async () => {
    try {
      while (await transaction((run) => pruneValues(days, run))) await pause(PAUSE, undefined, { signal });
      return INTERVAL;
    } catch (error) {
      if (!signal.aborted) report(error as Error);
      return RETRY;
    }
  };
  const keep = async () => {
    while (!signal.aborted) await pause(await prune(), undefined, { signal, ref: false }).catch(() => undefined);
  };
  void keep();
  return () => stop.abort();
}
