import { setTimeout as pause } from 'node:timers/promises';

/** Time limit in seconds, and what to report when it expires. */
interface WaitOptions {
  seconds?: number;
  state?: () => string;
}

/** Polls until the condition returns something other than false, null or undefined, and returns that. After `seconds`, throws with `state`. */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { seconds = 60, state = () => '' }: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await condition();
    if (answer !== false && answer !== undefined && answer !== null)
      return answer as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`condition not met within ${seconds} s: ${condition}. ${state()}`);
    await pause(50);
  }
}
