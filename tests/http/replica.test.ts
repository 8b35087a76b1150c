import { Client } from 'pg';
import { create, get, patch, sql, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { makeRelay, type Relay } from '../support/relay';
import { makeReplica, type Replica } from '../support/replica';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';

describe('a service with a streaming replica, and one without', () => {
  let replica: Replica;
  let relay: Relay;
  let service: Service;

  beforeAll(async () => {
    replica = await makeReplica(testService.dataDir, testService.databaseUrl);
    relay = await makeRelay(replica.url);
    service = await startSecondProcess({
      DATABASE_READ_URL: relay.url,
      // Disables the cache: every read runs its statement.
      ANSWER_CACHE_MB: '0',
      // How long it waits for a silent replica.
      READ_TIMEOUT: '10',
    });
  });

  afterAll(async () => {
    await disconnect().catch(() => undefined);
    await service?.stop();
    await relay?.close();
    await replica?.remove();
  });

  const there = async (path: string) => {
    const headers = { authorization: `Bearer ${testService.tokens.editor}` };
    const answer = await fetch(`${service.url}${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  let connection: Promise<Client> | undefined;
  async function onReplica(text: string): Promise<Record<string, unknown>[]> {
    connection ??= connectTo(replica.url);
    return (await (await connection).query(text)).rows;
  }

  const disconnect = async () => {
    const open = await connection;
    connection = undefined;
    await open?.end();
  };

  /** Counts the replica's statements that read tags. */
  const readsOfTags = async (): Promise<number> => {
    const [row] = await onReplica(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%"tags"%' and query not like '%pg_stat%'`,
    );
    return row?.calls as number;
  };

  const untilCaughtUp = async () => {
    const [{ at } = { at: '' }] = await sql('select pg_current_wal_lsn()::text as at');
    await waitFor(async () => {
      const [row] = await onReplica(`select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as there`);
      return row?.there;
    });
  };

  /** A failed replica is not used for some seconds. */
  const untilUsed = async (path: string) => {
    const before = await readsOfTags();
    await waitFor(async () => {
      expect((await there(path)).status).toBe(200);
      return (await readsOfTags()) !== before;
    });
  };

  it('reads lists and details there, which are those of the primary', async () => {
    const { id } = await make('tag');
    await untilCaughtUp();
    const before = await readsOfTags();
    for (const path of [TAGS, `${TAGS}?all`, `${TAGS}/${id}`]) {
      expect((await there(path)).text).toBe((await get(path)).text);
    }
    expect(await readsOfTags()).toBe(before + 3);
  });

  it('answers with the latest writes, its own and those of the other', async () => {
    const { id } = await make('tag');
    for (let time = 0; time < 40; time += 1) {
      const name = unique('標籤');
      expect((await patch(`${TAGS}/${id}`, { name })).status).toBe(200);
      expect(JSON.parse((await there(`${TAGS}/${id}`)).text).name).toBe(name);
      expect((await there(`${TAGS}?all`)).text).toContain(name);
    }
  });

  it('reads from the primary what a lagging replica does not have, and the rest from the replica', async () => {
    await make('doc');
    await untilCaughtUp();
    await onReplica('select pg_wal_replay_pause()');
    try {
      const { id, name } = await create(TAGS, { name: unique('標籤') });
      const before = await readsOfTags();
      expect(JSON.parse((await there(`${TAGS}/${id}`)).text).name).toBe(name);
      expect((await there(`${TAGS}?all`)).text).toContain(name);
      expect(await readsOfTags()).toBe(before);
      const docs = async () =>
        (
          await onReplica(
            `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%"docs"%' and query not like '%pg_stat%'`,
          )
        )[0]?.calls as number;
      const ofDocs = await docs();
      expect((await there('/console/lab/docs')).status).toBe(200);
      expect(await docs()).toBe(ofDocs + 1);
    } finally {
      await onReplica('select pg_wal_replay_resume()');
    }
  });

  it('answers without it when it has gone, and uses it again when it is back', async () => {
    await disconnect();
    await replica.stop();
    const { id } = await make('tag');
    for (const path of [`${TAGS}/${id}`, `${TAGS}?all`]) {
      expect([path, (await there(path)).status]).toEqual([path, 200]);
    }
    await replica.start();
    await untilCaughtUp();
    await untilUsed(`${TAGS}/${id}`);
  });

  it('does not wait for a silent replica, nor for its running reads, and survives the loss of its connections', async () => {
    const { id } = await make('tag');
    await untilCaughtUp();
    await untilUsed(`${TAGS}/${id}`);
    relay.freeze();
    for (const path of [`${TAGS}/${id}`, TAGS, `${TAGS}?all`]) expect((await there(path)).status).toBe(200);
    relay.reset();
    expect((await there(`${TAGS}/${id}`)).status).toBe(200);
    relay.thaw();
    await untilUsed(`${TAGS}/${id}`);
  });
});

async function connectTo(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // The next statement fails instead.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
