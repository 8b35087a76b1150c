import { setTimeout as pause } from 'node:timers/promises';
import { causeOfEnd } from './cause';
import type { Placement } from './placement';
import { type Postmaster, recordedPostmaster, runningPostmaster } from './postmaster';
import { processExists } from './processes';

/** The interval between checks of the server, and the pauses between attempts to restart it, in milliseconds. */
const CHECK_INTERVAL = 200;
const PAUSE = { first: 500, longest: 10_000 };

interface Watch {
  placement: Placement;
  /** Restarts the server on its port. */
  restart: () => Promise<unknown>;
  log: (line: string) => void;
}

/**
 * Restarts the embedded server whenever it ends, for any reason, until it runs: after a full disk, once there is
 * space.
 * @returns a function that stops watching.
 */
export function watchServer({ placement, restart, log }: Watch): () => void {
  const watch = new AbortController();
  let known = runningPostmaster(placement);

  const check = async () => {
    const found = currentPostmaster(placement, known);
    if (found?.pid === known?.pid && !found?.isStopping) return;
    if (found) {
      known = found;
      return found.isStopping ? stopFast(found) : undefined;
    }
    const since = Date.now();
    log(`The embedded database has ended: ${causeOfEnd(placement)}. Restarting it.`);
    await restartUntilRunning();
    if (watch.signal.aborted) return;
    known = runningPostmaster(placement);
    log(`The embedded database is running again after ${((Date.now() - since) / 1000).toFixed(1)} s.`);
  };

  const restartUntilRunning = async () => {
    let loggedCause = '';
    for (let wait = PAUSE.first; !watch.signal.aborted; wait = Math.min(wait * 2, PAUSE.longest)) {
      try {
        await restart();
        return;
      } catch (error) {
        const cause = causeOfEnd(placement, (error as Error).message);
        if (cause !== loggedCause) log(`The embedded database does not start: ${cause}. Retrying until it does.`);
        loggedCause = cause;
        await pause(wait, undefined, { signal: watch.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const run = async () => {
    while (!watch.signal.aborted) {
      await check().catch((error: Error) => log(`The embedded database cannot be checked: ${error.message}`));
      await pause(CHECK_INTERVAL, undefined, { signal: watch.signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return () => watch.abort();
}

/** The server, if it runs. A full check needs a subprocess on some systems, so a known server only needs to exist. */
function currentPostmaster(placement: Placement, known: Postmaster | undefined): Postmaster | undefined {
  const noted = recordedPostmaster(placement);
  return noted && noted.pid === known?.pid && processExists(noted.pid) ? noted : runningPostmaster(placement);
}

/**
 * A server in smart shutdown refuses new connections and waits for ours, which never close. A fast shutdown lets it be
 * restarted.
 */
function stopFast({ pid }: Postmaster): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has already ended.
  }
}
