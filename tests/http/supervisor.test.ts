import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../../src/runtime/pg-client';
import { nodeOptions } from '../support/node-options';
import { freePort } from '../support/port';
import { secondProcessSettings } from '../support/second-process';
import { copyTemplate, root } from '../support/service';
import { unsettle } from '../support/settled-starts';
import { withEmbeddedDatabase } from '../support/test-service';
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

  it('does not start a service again that its settings keep from starting, which it names', async () => {
    const service = await start({ PORT: 'x', PAGE_SIZE: '0', LOG_LEVEL: 'loud' });
    expect(await exitCode(service)).toBe(2);
    for (const name of ['PORT', 'PAGE_SIZE', 'LOG_LEVEL']) expect(service.log()).toContain(name);
    expect(service.log()).not.toContain('Restarting it');
  });

  it('starts a service again that an error nobody caught has ended, or that was killed, until it is asked to stop', async () => {
    const dataDir = await copyTemplate();
    const shutDowns = () =>
      readFileSync(path.join(dataDir, 'postgres.log'), 'utf8').split('database system is shut down').length;
    const service = await start({ DATABASE_URL: '', DATA_DIR: dataDir, NODE_OPTIONS: nodeOptions('crash.cjs') });
    const state = () => service.log().slice(-2000);
    const query = (text: string) =>
      withEmbeddedDatabase({ DATA_DIR: dataDir }, (connectionString) =>
        withClient({ connectionString }, async (client) => (await client.query(text)).rows),
      );
    const untilSaid = (text: string) => waitFor(() => service.log().includes(text), { state });
    try {
      await waitFor(() => isReady(service), { state });
      const expectAligned = await unsettle(query);
      const before = shutDowns();
      process.kill(childOf(service) as number, 'SIGUSR2');
      await untilSaid('exit code 1');
      expect(service.log()).toMatch(/Stopping after an uncaught error: Error: a fault of the test/);
      expect(shutDowns()).toBe(before + 1);
      await untilSaid('for the first time. Restarting it in 0.5 s');
      await waitFor(() => isReady(service), { state });
      await expectAligned();

      process.kill(childOf(service) as number, 'SIGKILL');
      await untilSaid('(SIGKILL: killed from outside, or because memory ran out)');
      await untilSaid('2 times within 10 minutes. Restarting it in 1 s');
      await waitFor(() => isReady(service), { state });

      // It ends with a service that was asked to stop.
      service.process.kill('SIGTERM');
      expect(await exitCode(service)).toBe(0);
      expect(service.log().match(/unexpectedly/g)).toHaveLength(2);
    } finally {
      service.process.kill('SIGTERM');
      await exitCode(service);
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
