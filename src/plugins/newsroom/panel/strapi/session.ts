/* Sessions of the panel, as Strapi begins and renews them. Checked with Strapi 5.54.0. */

import { backendUrl } from './paths';

const RENEWAL = /\/admin\/access-token$/;
const LOG_IN_OR_OUT = /\/admin\/(login|logout)\b/;
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
  /** Renews the session after a request with this token was refused. @throws Error when it has ended. */
  refresh(token: string): Promise<string>;
}

/** Requests that neither renew a session nor ask for a log-in. */
const quiet = new WeakSet<RequestInit>();

/** Sends a request that leaves the session as it is: one that a tab sends by itself would keep it alive for ever. */
export function sendQuietly(address: string, init: RequestInit): Promise<Response> {
  quiet.add(init);
  return window.fetch(address, init);
}

/**
 * Lets `ask` find a new access token where the service refuses to renew a session, which means that it has ended: Strapi's requests wait
 * for it, and go on with that token. Without one, Strapi logs out. While the service is away, a renewal is sent again, because Strapi takes
 * that for the end of the session, too. Requests with the token of somebody else, who has logged in in another tab, wait as well.
 * A request that is refused with its token is sent again with a new one here: Strapi does so, too, but logs out if that fails for any other
 * reason, such as a fault in the form.
 */
export function watchSession({ ask, isForeign, resume, refresh }: Renewals, pause = pauseOf): void {
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

  /** Sends a request with a token of the page's user, and again with a new one where it is refused. */
  async function sendAsOwn(address: string, sendIt: () => Promise<Response>, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    const token = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
    if (token === undefined || quiet.has(init) || LOG_IN_OR_OUT.test(address)) return sendIt();
    const again = (own: string) => {
      headers.set('Authorization', `Bearer ${own}`);
      return send(address, { ...init, headers });
    };
    if (isForeign(token)) {
      const own = await ask();
      return own === undefined ? Response.json({}, { status: 401 }) : again(own);
    }
    const answer = await sendIt();
    if (answer.status !== 401) return answer;
    const fresh = await refresh(token).catch(() => undefined);
    return fresh === undefined ? answer : again(fresh);
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
