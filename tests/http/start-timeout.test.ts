import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { withDatabaseLock } from '../../src/runtime/database-lock';
import { readSettings } from '../../src/runtime/settings';
import { sql, testService } from '../support/client';
import { withConnection } from '../support/database';
import { freePort } from '../support/port';
import { makeRelay } from '../support/relay';
import { runCommand } from '../support/service';
import { waitFor } from '../support/wait-for';

/** The advisory lock under which one process at a time prepares the database. */
const LOCK = 7_267_872;

const { DATABASE_URL: _, ...environment } = testService.environment;
const run = async (name: string, args: string[], url: string, seconds: number) =>
  runCommand(name, args, {
    ...environment,
    PORT: String(await freePort()),
    DATABASE_URL: url,
    DATABASE_TIMEOUT: String(seconds),
  });

const GIVEN_UP = (seconds: number) => [
  1,
  expect.stringContaining(`has not answered for ${seconds} s (DATABASE_TIMEOUT)`),
];

describe('a start with a database that is silent', () => {
  it('gives up with a sentence, as every command does, when nothing is answered', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = `postgresql://nobody@127.0.0.1:${(listener.address() as AddressInfo).port}/none`;
    try {
      const started = [run('serve', [], url, 1), run('content', ['batches'], url, 1)];
      for (const { code, err } of await Promise.all(started)) expect([code, err]).toEqual(GIVEN_UP(1));
    } finally {
      listener.close();
    }
  });

  it('gives up when the silence begins in the middle', async () => {
    const relay = await makeRelay(testService.databaseUrl);
    try {
      relay.freeze(20_000);
      const { code, err } = await run('serve', [], relay.url, 20);
      expect([code, err, relay.isFrozen()]).toEqual([...GIVEN_UP(20), true]);
    } finally {
      await relay.close();
    }
  });

  it('waits for another process that prepares the database', async () => {
    const settings = readSettings({ DATABASE_URL: testService.databaseUrl, DATABASE_TIMEOUT: '8' });
    await withConnection(async (other) => {
      await other.query('select pg_advisory_lock($1)', [LOCK]);
      let hasEnded = false;
      const prepared = withDatabaseLock(settings, async () => 'prepared').finally(() => (hasEnded = true));
      const waitsLong = `select from pg_stat_activity where wait_event = 'advisory' and query_start < now() - interval '10 s'`;
      await waitFor(async () => hasEnded || (await sql(waitsLong)).length > 0);
      await other.query('select pg_advisory_unlock($1)', [LOCK]);
      expect(await prepared).toBe('prepared');
    });
  });
});
