import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from './step.mjs';

/**
 * The maximum number of restarts within a time, and the pause before the first one, doubled for each further one; in
 * ms.
 */
const LIMIT = { restarts: 5, within: 600_000, pause: 500 };

const MEANINGS = {
  SIGKILL: 'killed from outside, or because memory ran out',
  SIGABRT: 'aborted, most often because memory ran out',
  SIGSEGV: 'a fault in Node.js or the machine',
};

/**
 * Runs a service and restarts it after unexpected ends, with growing pauses; not after a requested stop, nor after an
 * exit code before it was first ready. Logs the reason each time, with `hint` for where to look.
 * @returns the exit code: 1 if the service ended too often.
 */
export async function supervise({ command, args, hint, limit = LIMIT }) {
  let isKnownToStart = false;
  let ends = [];
  for (;;) {
    const { code, signal, isStopRequested } = await runToEnd({
      command,
      args,
      // The IPC channel tells the service when this process is killed, so that it stops as well.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      onMessage: (message) => {
        isKnownToStart ||= message === 'ready';
      },
    });
    if (isStopRequested || code === 0) return code ?? 1;
    if (!isKnownToStart && code !== null) return code;
    ends = [...ends.filter((time) => time > Date.now() - limit.within), Date.now()];
    const what = `The service has ended unexpectedly (${describe(code, signal)}), ${times(ends.length, limit)}.`;
    if (ends.length > limit.restarts) {
      console.error(`\n${what} Not restarting it. ${hint}\n`);
      return 1;
    }
    const wait = limit.pause * 2 ** (ends.length - 1);
    console.error(`\n${what} Restarting it in ${wait / 1000} s. ${hint}\n`);
    await pause(wait);
  }
}

function describe(code, signal) {
  if (code !== null) return `exit code ${code}`;
  return MEANINGS[signal] ? `${signal}: ${MEANINGS[signal]}` : signal;
}

function times(count, { within }) {
  return count === 1 ? 'for the first time' : `${count} times within ${within / 60_000} minutes`;
}
