import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is true. Errors: when that takes longer than `seconds`, with what `state` tells. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { seconds = 60, state = () => '' }: { seconds?: number; state?: () => string } = {},
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it has not come to pass within ${seconds} s. ${state()}`);
    await pause(50);
  }
}
