import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { type ApiClient, editorClientOf } from '../support/api-client';
import { unique } from '../support/factory';
import { postmasterOf } from '../support/postmaster';
import { removeService, type Service, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';

describe('an embedded database that ends', () => {
  let service: Service;
  let second: Service;
  let to: (url?: string) => ApiClient;

  beforeAll(async () => {
    service = await startService();
    second = await startService({ DATA_DIR: service.dataDir });
    to = await editorClientOf(service);
  });

  afterAll(async () => {
    await second?.stop();
    await removeService(service);
  });

  const cluster = () => path.join(service.dataDir, 'postgres');
  const state = () => service.log().slice(-2000);
  const countLines = (words: string) => (service.log() + second.log()).split(`The embedded database ${words}`).length;

  /** Stops the server and waits until its process is gone. */
  const end = async (signal: NodeJS.Signals) => {
    const found = postmasterOf(service);
    if (!found) throw new Error('no embedded server runs');
    const { pid, port } = found;
    process.kill(pid, signal);
    await waitFor(() => !isAlive(pid), { state });
    return { pid, port };
  };

  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  /** Returns whether a new server runs and both processes serve. Their readiness may be a second out of date. */
  const isBack = async (ended: number) => {
    const { pid = ended } = postmasterOf(service) ?? {};
    if (pid === ended) return false;
    for (const { url } of [service, second])
      for (const path of ['/readyz', TAGS]) if ((await to(url).status(path)) !== 200) return false;
    return true;
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGKILL'] as const)(
    'by %s is started again on its port, with all that was written, and written to by all processes',
    async (signal) => {
      const before = await to().createTag(unique('標籤'));
      expect(before).toBeGreaterThan(0);
      const { pid, port } = await end(signal);
      await waitFor(() => isBack(pid), { state });
      // A server that ends before this line is part of the same restart, and its end is not logged.
      await waitFor(() => countLines('has ended') === countLines('is running again'), { state });
      expect(postmasterOf(service)?.port).toBe(port);
      expect(await to().status(`${TAGS}/${before}`)).toBe(200);
      const after = await to(second.url).createTag(unique('標籤'));
      expect(await to().status(`${TAGS}/${after}`)).toBe(200);
      expect([service.process.exitCode, second.process.exitCode]).toEqual([null, null]);
    },
  );

  it('logs in words what ended it', () => {
    const log = service.log() + second.log();
    const words = ['it was asked to stop (SIGTERM)', 'it was asked to stop immediately (SIGINT)', 'was killed'];
    for (const word of words) expect(log).toContain(word);
  });

  it('waits for its port and for the lock of the data folder, and says meanwhile that it is not ready', async () => {
    const release = holdLock(path.join(service.dataDir, 'lock'));
    const { pid, port } = await end('SIGINT');
    const listener = createServer().listen(port, '127.0.0.1');
    try {
      await once(listener, 'listening');
      await waitFor(async () => (await to().status('/readyz')) === 503, { state });
      const { body } = await to().read('/readyz');
      expect(body).toMatchObject({ statusCode: 503, message: 'NOT_READY' });
      expect(body.checks).toContainEqual({ name: 'database', ok: false, reason: expect.any(String) });
      expect(await to().status('/livez')).toBe(200);
      release();
      await waitFor(() => /taken by another program/.test(service.log() + second.log()), { state });
      expect(await to().status('/readyz')).toBe(503);
    } finally {
      release();
      listener.close();
    }
    await waitFor(() => isBack(pid), { state });
    expect(postmasterOf(service)?.port).toBe(port);
  });

  it('is tried again for as long as it cannot start', async () => {
    chmodSync(cluster(), 0o777);
    const { pid } = await end('SIGKILL');
    await waitFor(() => /does not start: data directory/.test(service.log() + second.log()), { state });
    await waitFor(async () => (await to().status('/readyz')) === 503, { state });
    chmodSync(cluster(), 0o700);
    await waitFor(() => isBack(pid), { state });
    expect(await to().createTag(unique('標籤'))).toBeGreaterThan(0);
  });
});

/** Holds the lock of a data folder as another process would, until the returned function is called. */
function holdLock(folder: string): () => void {
  mkdirSync(folder);
  const held = setInterval(() => utimesSync(folder, new Date(), new Date()), 500);
  return () => {
    clearInterval(held);
    rmSync(folder, { recursive: true, force: true });
  };
}
