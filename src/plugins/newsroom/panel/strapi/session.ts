/* Sessions of the panel, as Strapi begins and renews them. Checked with Strapi 5.54.0. */

import { backendUrl } from './paths';

const RENEWAL = /\/admin\/access-token$/;
const REMEMBERED = 'jwtToken';
const DEVICE = 'strapi.admin.deviceId';

/** How often a renewal is sent while the service is away, and the longest pause between two of them, in ms. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 5_000;

/** Why a log-in failed: the password, too many of them, a refusal with a reason, or the service is away. */
export type LogInFault = { kind: 'wrong' | 'limited' | 'away' } | { kind: 'refused'; message: string };

/**
 * Lets `renew` find a new access token where the service refuses to renew a session, which means that it has ended: Strapi's requests wait
 * for it, and go on with that token. Without one, Strapi logs out. While the service is away, a renewal is sent again, because Strapi takes
 * that for the end of the session, too.
 */
export function watchRenewals(renew: () => Promise<string | undefined>, pause = pauseOf): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    if (!RENEWAL.test(String((input as Request).url ?? input))) return send(input, init);
    let answer: Response | undefined;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      answer = await send(input, init).catch(() => undefined);
      if (answer && answer.status < 500 && answer.status !== 429) break;
      if (attempt < MAX_ATTEMPTS) await pause(Math.min(attempt * 1_000, MAX_PAUSE_MS));
    }
    if (answer?.ok) return answer;
    const token = await renew();
    if (token !== undefined) return Response.json({ data: { token } });
    return answer ?? Response.error();
  };
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
  if (answer?.status === 400 || answer?.status === 401) return { kind: 'wrong' };
  if (answer?.status === 429) return { kind: 'limited' };
  if (answer && answer.status < 500 && error?.message) return { kind: 'refused', message: error.message };
  return { kind: 'away' };
}
