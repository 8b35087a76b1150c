import { createStore } from '../../../panel/store';

/** The account of the panel's user. */
export interface Account {
  id: number;
  email: string;
}

/** A session that has ended while its user was working. */
export interface EndedSession {
  account: Account;
  /** The address of another account that has logged in in this browser meanwhile. */
  other?: string;
}

/** What the tabs of a browser tell each other. */
type Message = { kind: 'ended'; account: Account } | { kind: 'logged-in'; account: Account; token: string };

/** The session that the log-in dialog continues; undefined if none has ended. */
export const endedSession = createStore<EndedSession | undefined>(undefined);

let channel: BroadcastChannel | undefined;
let adopt: (token: string) => void;
let account: Account | undefined;
let waiting: ((token: string | undefined) => void)[] = [];

/**
 * Begins to listen to the browser's other tabs.
 * @param adoptToken lets all requests of this tab use an access token
 */
export function joinTabs(adoptToken: (token: string) => void): BroadcastChannel {
  adopt = adoptToken;
  channel = new BroadcastChannel('newsroom.session');
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  return channel;
}

/** Says whose session this tab is in, and its access token; undefined after a log-out. */
export function noteAccount(current: Account | undefined, token: string | null): void {
  account = current;
  if (!current) leave();
  else if (token) tell({ kind: 'logged-in', account: current, token });
}

/**
 * Asks the user to log in again, in every tab of the browser: what waits for a new session in one of them lets the others wait.
 * @returns the new access token; undefined if they leave, or if nobody was logged in
 */
export function askForLogIn(): Promise<string | undefined> {
  if (!account) return Promise.resolve(undefined);
  const token = new Promise<string | undefined>((resolve) => waiting.push(resolve));
  if (!endedSession.get()) endedSession.set({ account });
  tell({ kind: 'ended', account });
  return token;
}

/** Goes on with a new session of the same account. */
export function resume(token: string): void {
  adopt(token);
  finish(token);
}

/** Goes on without a session: Strapi logs out. */
export const leave = (): void => finish(undefined);

function finish(token: string | undefined): void {
  endedSession.set(undefined);
  const answered = waiting;
  waiting = [];
  for (const answer of answered) answer(token);
}

function hear(message: Message): void {
  if (!account) return;
  const isOwn = message.account.id === account.id;
  if (message.kind === 'ended') {
    if (isOwn && !endedSession.get()) endedSession.set({ account });
  } else if (endedSession.get()) {
    if (isOwn) resume(message.token);
    else endedSession.set({ account, other: message.account.email });
  }
}

const tell = (message: Message): void => channel?.postMessage(message);
