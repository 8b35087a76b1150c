import { setTimeout as pause } from 'node:timers/promises';

/** How long to ask, in seconds, and what to tell when the answer never comes. */
interface Patience {
  seconds?: number;
  state?: () => string;
}

/** Asks again and again until the answer is neither false nor missing, and returns it. Errors: with `state`, after `seconds`. */
export async function until<T>(
  ask: () => T | Promise<T>,
  { seconds = 60, state = () => '' }: Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined && answer !== null)
      return answer as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`it has not come to pass within ${seconds} s: ${ask}. ${state()}`);
    await pause(50);
  }
}
