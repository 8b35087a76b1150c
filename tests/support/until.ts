/** Asks again and again until the answer is there. Errors: when it is not within the time, in ms. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`it has not come to pass within ${ms} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
