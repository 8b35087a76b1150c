import { once } from 'node:events';
import { type Account, askForLogIn, endedSession, joinTabs, leave, noteAccount, resume } from './session';

const mei: Account = { id: 3, email: 'mei@example.org' };

const adopted: string[] = [];
let channel: BroadcastChannel;
/** Another tab of the same browser. */
let other: BroadcastChannel;

beforeAll(() => {
  channel = joinTabs((token) => adopted.push(token));
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
    expect(endedSession.get()).toEqual({ account: mei });
    resume('t');
    expect(await Promise.all(waiting)).toEqual(['t', 't']);
    expect(adopted).toEqual(['t']);
    expect(endedSession.get()).toBeUndefined();
  });

  it('is not continued when the user leaves, logs out in another tab, or was not logged in', async () => {
    const left = askForLogIn();
    leave();
    expect(await left).toBeUndefined();
    const loggedOut = askForLogIn();
    noteAccount(undefined, null);
    expect(await loggedOut).toBeUndefined();
    expect(await askForLogIn()).toBeUndefined();
    expect(endedSession.get()).toBeUndefined();
    expect(adopted).toEqual([]);
  });

  it('is asked about in every tab, and continued by a log-in in any of them', async () => {
    await say({ kind: 'ended', account: mei });
    expect(endedSession.get()).toEqual({ account: mei });
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

  it('is not continued by another account', async () => {
    const waiting = askForLogIn();
    await say({ kind: 'logged-in', account: { id: 4, email: 'tao@example.org' }, token: 'v' });
    expect(endedSession.get()).toEqual({ account: mei, other: 'tao@example.org' });
    expect(adopted).toEqual([]);
    leave();
    await waiting;
    await say({ kind: 'ended', account: { id: 4, email: 'tao@example.org' } });
    expect(endedSession.get()).toBeUndefined();
  });
});
