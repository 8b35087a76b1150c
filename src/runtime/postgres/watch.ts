import { setTimeout as pause } from 'node:timers/promises';
import { causeOfEnd } from './cause';
import type { Placement } from './placement';
import { livingPostmaster, notedPostmaster, type Postmaster } from './postmaster';
import { exists } from './processes';

/** How often the server is looked at, and the pauses between attempts to start it again, in milliseconds. */
const LOOK = 200;
const PAUSE = { first: 500, longest: 10_000 };

interface Watch {
  placement: Placement;
  /** Starts the server again on its port. */
  restart: () => Promise<unknown>;
  log: (line: string) => void;
}

/**
 * Starts the embedded server again whenever it ends, whatever ended it, until it runs: on a full disk that is when there is
 * space again.
 * @returns what ends the watch.
 */
export function watchServer({ placement, restart, log }: Watch): () => void {
  const watch = new AbortController();
  let known = livingPostmaster(placement);

  const look = async () => {
    const found = seen(placement, known);
    if (found?.pid === known?.pid && !found?.isStopping) return;
    if (found) {
      known = found;
      return found.isStopping ? endSooner(found) : undefined;
    }
    const since = Date.now();
    log(`The embedded database has ended: ${causeOfEnd(placement)}. It is started again.`);
    await untilRunning();
    if (watch.signal.aborted) return;
    known = livingPostmaster(placement);
    log(`The embedded database is up again, after ${((Date.now() - since) / 1000).toFixed(1)} s.`);
  };

  const untilRunning = async () => {
    let told = '';
    for (let wait = PAUSE.first; !watch.signal.aborted; wait = Math.min(wait * 2, PAUSE.longest)) {
      try {
        await restart();
        return;
      } catch (error) {
        const cause = causeOfEnd(placement, (error as Error).message);
        if (cause !== told) log(`The embedded database does not start: ${cause}. It is tried again until it does.`);
        told = cause;
        await pause(wait, undefined, { signal: watch.signal, ref: false }).catch(() => undefined);
      }
    }
  };

  const run = async () => {
    while (!watch.signal.aborted) {
      await look().catch((error: Error) => log(`The embedded database cannot be watched: ${error.message}`));
      await pause(LOOK, undefined, { signal: watch.signal, ref: false }).catch(() => undefined);
    }
  };
  void run();
  return () => watch.abort();
}

/** The server, if it lives. Looking closely takes another process on some systems: the one that is known is only counted. */
function seen(placement: Placement, known: Postmaster | undefined): Postmaster | undefined {
  const noted = notedPostmaster(placement);
  return noted && noted.pid === known?.pid && exists(noted.pid) ? noted : livingPostmaster(placement);
}

/**
 * A server that was told to stop once everybody has left refuses new connections, and as long as this service keeps its own,
 * nothing ends: told to stop at once, it can be started again.
 */
function endSooner({ pid }: Postmaster): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended by itself.
  }
}
