import { type Answer, send, testService } from './client';
import { unique } from './factory';
import { sendJson } from './send-json';

/** A citizen with an account. */
export interface Citizen {
  account: number;
  handle: string;
  email: string;
  authorization: string;
  /** The path of their e-mail addresses. */
  path: string;
}

/** Registers a citizen through the API. */
export async function register(handle = unique('citizen-')): Promise<Citizen> {
  const email = `${unique('a').replace(/[^a-z0-9]/g, '')}@example.org`;
  const answer = await sendJson(`${testService.url}/api/auth/local/register`, {
    username: handle,
    email,
    password: 'a long password',
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const { jwt, user } = JSON.parse(text) as { jwt: string; user: { id: number } };
  const path = `/citizen/${encodeURIComponent(handle)}/emails`;
  return { account: user.id, handle, email, authorization: `Bearer ${jwt}`, path };
}

/** Sends a request as a citizen. */
export const sendAs = (
  { authorization }: Pick<Citizen, 'authorization'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> => send(method, path, body, { authorization });

/** Returns an address that nobody has. */
export const addressOf = (word: string): string => `${unique(word).toLowerCase()}@example.org`;
