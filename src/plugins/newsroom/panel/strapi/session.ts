/* Sessions of the panel, as Strapi begins and renews them. Checked with Strapi 5.54.0. */

import { backendUrl } from './paths';

const RENEWAL = /\/admin\/access-token$/;
const REMEMBERED = 'jwtToken';
const DEVICE = 'strapi.admin.deviceId';
/** What Strapi says of a wrong password. */
const WRONG = 'Invalid credentials';

/** How often a renewal is sent before the user is asked while the service is away, and the longest pause between two of them, in ms. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 5_000;

/** Why a log-in failed: the password, too many of them, a refusal with a reason, or the service is away. */
export type LogInFault = { kind: 'wrong' | 'limited' | 'away' } | { kind: 'refused'; message: string };

/** What happens when a session has ended. */
interface Renewals {
  /** Finds a new access token; undefined: there is none. `isAway`: perhaps the service is only away. */
  ask(how?: { isAway: boolean }): Promise<string | undefined>;
  /** Whether an access token is that of somebody else than the page's user. */
  isForeign(token: string): boolean;
  /** Ends what `ask` waits for: the session goes on after all. */
  resume(token: string): void;
}

/**
 * Lets `ask` find a new access token where the service refuses to renew a session, which means that it has ended: Strapi's requests wait
 * for it, and go on with that token. Without one, Strapi logs out. While the service is away, a renewal is sent again, because Strapi takes
 * that for the end of the session, too. Requests with the token of somebody else, who has logged in in another tab, wait as well.
 */
export function watchSession({ ask, isForeign, resume }: Renewals, pause = pauseOf): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const address = String((input as Request).url ?? input);
    if (!RENEWAL.test(address)) return sendAsOwn(address, () => send(input, init), init);
    let isSettled = false;
    const renew = async (attempts: number): Promise<Response | undefined> => {
      let answer: Response | undefined;
      for (let attempt = 1; attempt <= attempts && !isSettled; attempt += 1) {
        answer = await send(input, init).catch(() => undefined);
        if (answer && answer.status < 500 && answer.status !== 429) return answer;
        await pause(Math.min(attempt * 1_000, MAX_PAUSE_MS));
      }
      return undefined;
    };
    const answer = await renew(MAX_ATTEMPTS);
    const renewed = await tokenIn(answer);
    if (answer?.ok && (renewed === undefined || !isForeign(renewed))) return answer;
    const asked = ask({ isAway: !answer });
    if (!answer)
      renew(Number.POSITIVE_INFINITY)
        .then(tokenIn)
        .then((token) => token !== undefined && !isSettled && !isForeign(token) && resume(token));
    const token = await asked;
    isSettled = true;
    if (token !== undefined) return Response.json({ data: { token } });
    return answer && !answer.ok ? answer : Response.json({}, { status: 401 });
  };

  /** Sends a request, unless it has the token of somebody else: then with a token of the page's user. */
  async function sendAsOwn(address: string, sendIt: () => Promise<Response>, init: RequestInit | undefined) {
    const headers = new Headers(init?.headers);
    const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
    if (token === undefined || !isForeign(token)) return sendIt();
    const own = await ask();
    if (own === undefined) return Response.json({}, { status: 401 });
    headers.set('Authorization', `Bearer ${own}`);
    return send(address, { ...init, headers });
  }
}

/** The access token in an answer of the service; undefined if it has none. */
async function tokenIn(answer: Response | undefined): Promise<string | undefined> {
  const body = (await answer
    ?.clone()
    .json()
    .catch(() => undefined)) as { data?: { token?: string } } | undefined;
  return body?.data?.token;
}

const pauseOf = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Logs in as the panel's log-in page does, remembered or not as before. @returns the access token, or why there is none */
export async function logIn(email: string, password: string): Promise<string | LogInFault> {
  const body = {
    email,
    password,
    deviceId: localStorage.getItem(DEVICE) ?? undefined,
    rememberMe: localStorage.getItem(REMEMBERED) !== null,
  };
  const answer = await fetch(`${backendUrl()}/admin/login`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  const { data, error } = ((await answer?.json().catch(() => undefined)) ?? {}) as {
    data?: { token?: string };
    error?: { message?: string };
  };
  if (answer?.ok && data?.token) return data.token;
  if (error?.message === WRONG) return { kind: 'wrong' };
  if (answer?.status === 429) return { kind: 'limited' };
  if (answer && answer.status < 500 && error?.message) return { kind: 'refused', message: error.message };
  return { kind: 'away' };
}
