import { setTimeout as pause } from 'node:timers/promises';

/** When a condition counts as never met, in ms. No test passes or fails by how long a condition takes. */
const NEVER = 10 * 60_000;

/** Polls until the condition returns something other than false, null or undefined, and returns that. Throws with `state` if it never does. */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { state = () => '' }: { state?: () => string } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + NEVER;
  for (;;) {
    const answer = await condition();
    if (answer !== false && answer !== undefined && answer !== null)
      return answer as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`condition never met: ${condition}. ${state()}`);
    await pause(50);
  }
}
