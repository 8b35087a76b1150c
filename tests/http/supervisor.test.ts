import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../src/runtime/postgres/port';
import { secondProcessSettings } from '../support/second-process';
import { root } from '../support/service';
import { waitFor } from '../support/wait-for';

/** `npm run up`, without npm. */
interface Supervisor {
  url: string;
  process: ChildProcess;
  log(): string;
}

async function startSupervisor(settings: Record<string, string> = {}): Promise<Supervisor> {
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/up.mjs'], {
    cwd: root,
    env: { ...secondProcessSettings(), PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return { url: `http://127.0.0.1:${port}`, process: child, log: () => log };
}

/** Returns the process that the supervisor started; undefined if there is none. */
function childOf({ process: { pid } }: Supervisor): number | undefined {
  const [first] = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n');
  return first ? Number(first) : undefined;
}

const isReady = async ({ url }: Supervisor) => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;

const exitCode = async ({ process: child }: Supervisor): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
};

describe('npm run up', () => {
  const running: Supervisor[] = [];
  const start = async (settings?: Record<string, string>) => {
    const made = await startSupervisor(settings);
    running.push(made);
    return made;
  };

  afterAll(async () => {
    for (const each of running) {
      each.process.kill('SIGTERM');
      await exitCode(each);
    }
  });

  it('starts a service again that was killed, says why, and gives up when that comes too often', async () => {
    const service = await start();
    const state = () => service.log().slice(-2000);
    await waitFor(() => isReady(service), { state });
    for (let time = 1; time <= 6; time += 1) {
      await waitFor(() => childOf(service) !== undefined, { state });
      const pid = childOf(service) as number;
      process.kill(pid, 'SIGKILL');
      await waitFor(() => service.process.exitCode !== null || childOf(service) !== pid, { state });
      if (time === 1) await waitFor(() => isReady(service), { state });
    }
    expect(await exitCode(service)).toBe(1);
    expect(service.log()).toContain('has ended unexpectedly (SIGKILL: killed from outside, or because memory ran out)');
    expect(service.log()).toContain('for the first time. Restarting it in 0.5 s');
    expect(service.log()).toContain('5 times within 10 minutes. Restarting it in 8 s');
    expect(service.log()).toContain('6 times within 10 minutes. Not restarting it');
  });

  it('does not start a service again that its settings keep from starting', async () => {
    const service = await start({ PAGE_SIZE: 'many' });
    expect(await exitCode(service)).toBe(2);
    expect(service.log()).toContain('PAGE_SIZE');
    expect(service.log()).not.toContain('Restarting it');
  });

  it('starts a service again that an error nobody caught has ended, until it is asked to stop', async () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-test-'));
    chmodSync(dataDir, 0o711);
    const crash = path.join(root, 'tests', 'support', 'crash.cjs');
    const service = await start({ DATABASE_URL: '', DATA_DIR: dataDir, NODE_OPTIONS: `--require ${crash}` });
    const state = () => service.log().slice(-2000);
    try {
      await waitFor(() => isReady(service), { state });
      const pid = childOf(service) as number;
      process.kill(pid, 'SIGUSR2');
      await waitFor(() => service.log().includes('exit code 1'), { state });
      expect(service.log()).toMatch(/Stopping after an uncaught error: Error: a fault of the test/);
      expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down');
      await waitFor(() => isReady(service), { state });

      // It ends with a service that was asked to stop.
      service.process.kill('SIGTERM');
      expect(await exitCode(service)).toBe(0);
      expect(service.log().match(/unexpectedly/g)).toHaveLength(1);
    } finally {
      service.process.kill('SIGTERM');
      await exitCode(service);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
