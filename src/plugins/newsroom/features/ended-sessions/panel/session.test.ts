import { once } from 'node:events';
import { type Account, askForLogIn, endedSession, isForeign, joinTabs, leave, noteAccount, resume } from './session';

/** An access token as Strapi makes it. */
const tokenOf = (userId: string) => `h.${btoa(JSON.stringify({ userId }))}.s`;

const mei: Account = { id: 3, email: 'mei@example.org' };

const adopted: string[] = [];
const ends: boolean[] = [];
let channel: BroadcastChannel;
/** Another tab of the same browser. */
let other: BroadcastChannel;

beforeAll(() => {
  channel = joinTabs(
    (token) => adopted.push(token),
    () => ends.push(true),
  );
  other = new BroadcastChannel(channel.name);
});

afterAll(() => {
  channel.close();
  other.close();
});

beforeEach(() => {
  adopted.length = 0;
  noteAccount(mei, null);
});

/** Lets the other tab say something, and waits until it has been heard. */
async function say(message: object): Promise<void> {
  const heard = once(channel as object as EventTarget, 'message');
  other.postMessage(message);
  await heard;
}

describe('a session that has ended', () => {
  it('is continued by a log-in, for everything that waits for it', async () => {
    const waiting = [askForLogIn(), askForLogIn()];
    expect(endedSession.get()).toMatchObject({ account: mei });
    resume('t');
    expect(await Promise.all(waiting)).toEqual(['t', 't']);
    expect(adopted).toEqual(['t']);
    expect(endedSession.get()).toBeUndefined();
  });

  it('is not continued when the user leaves, logs out in another tab, or was not logged in', async () => {
    const left = askForLogIn();
    leave();
    expect(await left).toBeUndefined();
    expect(ends).toEqual([true]);
    // Requests go on while Strapi asks about unsaved changes.
    expect(await askForLogIn()).toBeUndefined();
    noteAccount(mei, null);
    const loggedOut = askForLogIn();
    noteAccount(undefined, null);
    expect(await loggedOut).toBeUndefined();
    // Nobody answers.
    expect(await askForLogIn()).toBeUndefined();
    expect(endedSession.get()).toBeUndefined();
    expect(adopted).toEqual([]);
  });

  it('is asked about in every tab, and continued by a log-in in any of them', async () => {
    await say({ kind: 'ended', account: mei });
    expect(endedSession.get()).toMatchObject({ account: mei });
    const waiting = askForLogIn();
    await say({ kind: 'logged-in', account: mei, token: 'u' });
    expect(await waiting).toBe('u');
    expect(adopted).toEqual(['u']);
    const heard: unknown[] = [];
    const isTold = new Promise<void>((resolve) => {
      other.onmessage = ({ data }: MessageEvent<{ kind: string }>) => {
        heard.push(data);
        if (data.kind === 'logged-in') resolve();
      };
    });
    noteAccount(mei, 'u');
    await isTold;
    expect(heard.at(-1)).toEqual({ kind: 'logged-in', account: mei, token: 'u' });
  });

  it('is asked about in a tab that is opened afterwards, if another one knows whose it was', async () => {
    noteAccount(undefined, 'old');
    const waiting = askForLogIn();
    await say({ kind: 'ended', account: mei });
    await new Promise((resolve) => setTimeout(resolve));
    expect(endedSession.get()).toMatchObject({ account: mei });
    await say({ kind: 'logged-in', account: mei, token: 'u' });
    expect(await waiting).toBe('u');
    noteAccount(mei, null);
    await say({ kind: 'who' });
    expect(endedSession.get()).toMatchObject({ account: mei });
    const told = new Promise((resolve) => {
      other.onmessage = ({ data }: MessageEvent) => resolve(data);
    });
    await say({ kind: 'has-ended' });
    expect(await told).toMatchObject({ kind: 'ended', account: mei });
    await say({ kind: 'left', account: mei });
    expect(endedSession.get()).toBeUndefined();
    await say({ kind: 'has-ended' });
    noteAccount(undefined, null);
    await say({ kind: 'ended', account: mei });
    expect(endedSession.get()).toBeUndefined();
  });

  it('is not continued with the token of another account, which is not passed on either', async () => {
    expect([isForeign(tokenOf('3')), isForeign(tokenOf('4')), isForeign('x')]).toEqual([false, true, false]);
    const heard: string[] = [];
    other.onmessage = ({ data }: MessageEvent<{ kind: string }>) => heard.push(data.kind);
    noteAccount(mei, tokenOf('4'));
    await say({ kind: 'logged-in', account: { id: 4, email: 'tao@example.org' }, token: tokenOf('4') });
    expect(endedSession.get()).toMatchObject({ account: mei, other: 'tao@example.org' });
    expect(heard).not.toContain('logged-in');
    leave();
  });

  it('is not continued by another account', async () => {
    const waiting = askForLogIn();
    await say({ kind: 'logged-in', account: { id: 4, email: 'tao@example.org' }, token: 'v' });
    expect(endedSession.get()).toMatchObject({ account: mei, other: 'tao@example.org' });
    expect(adopted).toEqual([]);
    leave();
    await waiting;
    await say({ kind: 'ended', account: { id: 4, email: 'tao@example.org' } });
    expect(endedSession.get()).toBeUndefined();
  });
});
