import { setTimeout as pause } from 'node:timers/promises';
import { transaction } from '../database';
import { pruneValues } from './erase';

/** How often a service looks for values that are too old, in ms. */
const INTERVAL = 60 * 60 * 1000;

/** Lets writers have the disk between two parts, in ms. */
const PAUSE = 100;

/** Blanks values that are older than `days`, now and every hour, until the returned function is called. */
export function keepHistory(days: number, report: (error: Error) => void): () => void {
  let isStopped = false;
  const prune = async () => {
    try {
      while (!isStopped && (await transaction((run) => pruneValues(days, run)))) await pause(PAUSE);
    } catch (error) {
      if (!isStopped) report(error as Error);
    }
  };
  const timer = setInterval(prune, INTERVAL).unref();
  void prune();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
