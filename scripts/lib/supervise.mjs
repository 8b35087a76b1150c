import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from './step.mjs';

/** How often a service is started again within this time, and the pause before the first, doubled with each; in ms. */
const LIMIT = { restarts: 5, within: 600_000, pause: 500 };

const MEANINGS = {
  SIGKILL: 'killed from outside, or because memory ran out',
  SIGABRT: 'it has given up, most often because memory ran out',
  SIGSEGV: 'a fault of Node.js or of the machine',
};

/**
 * Runs a service and starts it again when it ends unexpectedly, with growing pauses; not when it was told to end, nor when
 * it has never come up and said why with its exit code. Says each time why; `hint` is where to look further.
 * @returns the exit code: 1 when the service has ended too often.
 */
export async function supervise({ command, args, hint, limit = LIMIT }) {
  let isKnownToStart = false;
  let ends = [];
  for (;;) {
    const { code, signal, isAsked } = await runToEnd({
      command,
      args,
      // Through the channel the service learns when this process is killed, and stops too.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      onMessage: (message) => {
        isKnownToStart ||= message === 'ready';
      },
    });
    if (isAsked || code === 0) return code ?? 1;
    if (!isKnownToStart && code !== null) return code;
    ends = [...ends.filter((time) => time > Date.now() - limit.within), Date.now()];
    const what = `The service has ended unexpectedly (${describe(code, signal)}), ${times(ends.length, limit)}.`;
    if (ends.length > limit.restarts) {
      console.error(`\n${what} It is not started again. ${hint}\n`);
      return 1;
    }
    const wait = limit.pause * 2 ** (ends.length - 1);
    console.error(`\n${what} It is started again in ${wait / 1000} s. ${hint}\n`);
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
