import { createStore } from '../../../panel/store';

/** The account of the panel's user. */
export interface Account {
  id: number;
  email: string;
}

/** A session that has ended while its user was working. */
export interface EndedSession {
  account: Account;
  /** Whether it may only be that the service cannot be reached. */
  isAway?: boolean;
  /** The address of another account that has logged in in this browser meanwhile. */
  other?: string;
}

/** What the tabs of a browser tell each other. A tab that loads asks whether the session has ended, or, once it knows that, whose it was. */
type Message =
  | { kind: 'has-ended' | 'who' }
  | { kind: 'ended' | 'left'; account: Account }
  | { kind: 'logged-in'; account: Account; token: string };

/** The session that the log-in dialog continues; undefined if none has ended. */
export const endedSession = createStore<EndedSession | undefined>(undefined);

/** How long a new tab waits for the answer of another one, in milliseconds. */
const ANSWER_MS = 500;

let channel: BroadcastChannel | undefined;
let adopt: (token: string) => void;
let end: () => void;
let account: Account | undefined;
/** Whether this tab has an access token, and does not know yet whose it is. */
let isLoading = false;
/** Whether the user has left: Strapi may still ask them about unsaved changes, while requests go on. */
let hasLeft = false;
let waiting: ((token: string | undefined) => void)[] = [];

/**
 * Begins to listen to the browser's other tabs.
 * @param adoptToken lets all requests of this tab use an access token
 * @param endSession logs out, after a question about unsaved changes
 */
export function joinTabs(adoptToken: (token: string) => void, endSession: () => void): BroadcastChannel {
  [adopt, end] = [adoptToken, endSession];
  channel = new BroadcastChannel('newsroom.session');
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data);
  return channel;
}

/** Says whose session this tab is in, and its access token; no account while it loads, and without a token after a log-out. */
export function noteAccount(current: Account | undefined, token: string | null): void {
  account = current;
  hasLeft = false;
  isLoading = !current && token !== null;
  // While another tab waits for a log-in, the requests of this one wait for that tab.
  if (isLoading) tell({ kind: 'has-ended' });
  else if (!current) finish(undefined);
  else if (token && !isForeign(token)) tell({ kind: 'logged-in', account: current, token });
}

/** Whether an access token is that of another account than the one this tab shows: all tabs of a browser share one. */
export const isForeign = (token: string): boolean => {
  const user = userOf(token);
  return account !== undefined && user !== undefined && user !== account.id;
};

/**
 * Asks the user to log in again, in every tab of the browser: what waits for a new session in one of them lets the others wait.
 * @returns the new access token; undefined if they leave, or if nobody was logged in
 */
export async function askForLogIn({ isAway = false } = {}): Promise<string | undefined> {
  if (hasLeft) return undefined;
  const asked = account ?? (await accountOfOthers());
  if (!asked) return undefined;
  const token = new Promise<string | undefined>((resolve) => waiting.push(resolve));
  if (!endedSession.get()) endedSession.set({ account: asked, isAway });
  tell({ kind: 'ended', account: asked });
  return token;
}

/** Goes on with a new session of the same account. */
export function resume(token: string): void {
  adopt(token);
  finish(token);
}

/** Goes on without a session, in every tab: Strapi logs out. */
export function leave(): void {
  const ended = endedSession.get();
  if (ended) tell({ kind: 'left', account: ended.account });
  giveUp();
}

function giveUp(): void {
  hasLeft = true;
  finish(undefined);
  // Not every request that waited tells Strapi that the session has ended.
  end();
}

function finish(token: string | undefined): void {
  endedSession.set(undefined);
  const answered = waiting;
  waiting = [];
  for (const answer of answered) answer(token);
}

/** The account whose session other tabs were in; undefined if none answers. */
function accountOfOthers(): Promise<Account | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(), ANSWER_MS);
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve(endedSession.get()?.account);
    };
    const stop = endedSession.subscribe(done);
    tell({ kind: 'who' });
  });
}

function hear(message: Message): void {
  const ended = endedSession.get();
  const own = ended?.account ?? account;
  const isOwn = 'account' in message && own?.id === message.account.id;
  switch (message.kind) {
    case 'has-ended':
      if (ended) tell({ kind: 'ended', account: ended.account });
      break;
    case 'who':
      if (!own) break;
      if (!ended) endedSession.set({ account: own });
      tell({ kind: 'ended', account: own });
      break;
    case 'ended':
      if (!ended && (isOwn || isLoading)) endedSession.set({ account: message.account });
      break;
    case 'left':
      if (isOwn) giveUp();
      break;
    case 'logged-in':
      if (ended && isOwn) resume(message.token);
      if (own && !isOwn) endedSession.set({ ...ended, account: own, other: message.account.email });
  }
}

const tell = (message: Message): void => channel?.postMessage(message);

/** The account of an access token; undefined if it does not say. */
function userOf(token: string): number | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const { userId } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { userId?: unknown };
    return userId === undefined ? undefined : Number(userId);
  } catch {
    return undefined;
  }
}
