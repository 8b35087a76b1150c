/* Answers that are asked for before what shows them is on the page. */

/** How long an answer is good for, in milliseconds. */
const FRESH = 10_000;

type Get = <T>(path: string) => Promise<{ data: T }>;

let asked: { path: string; at: number; answer: Promise<{ data: unknown }> } | undefined;

/** Sends a GET request whose answer `takeAhead` will want. Only the latest one is kept. */
export function askAhead(path: string, get: Get): void {
  asked = { path, at: Date.now(), answer: get(path) };
  // Whoever takes it hears of the failure.
  asked.answer.catch(() => undefined);
}

/** Forgets what was asked for ahead: something has changed since. */
export function forgetAhead(): void {
  asked = undefined;
}

/** Returns the answer that was asked for ahead, once; undefined if there is none, or if it is no longer fresh. */
export function takeAhead<T>(path: string): Promise<{ data: T }> | undefined {
  if (asked?.path !== path) return undefined;
  const { at, answer } = asked;
  asked = undefined;
  return Date.now() - at < FRESH ? (answer as Promise<{ data: T }>) : undefined;
}
