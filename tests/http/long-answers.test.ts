import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { del, get, patch, sql, testService, traffic } from '../support/client';
import { make, unique } from '../support/factory';
import { plain, raw } from '../support/raw';
import { waitFor } from '../support/wait-for';

describe('a list that is longer than what is sent at once', () => {
  const longTitle = () => `${unique('題')}${'這是一份很長的文件。'.repeat(10_000)}`;
  const COUNT = 40;
  const ids: number[] = [];

  beforeAll(async () => {
    for (let each = 0; each < COUNT; each += 1) ids.push((await make('doc', { title: longTitle() })).id);
  });

  afterAll(async () => {
    for (const id of ids) await del(`/console/lab/docs/${id}`);
  });

  const ALL = '/console/lab/docs?all';
  const change = () => patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });

  it('has every row, whole, and how many they are', async () => {
    const { body, headers, isComplete } = await raw(ALL, plain());
    expect(isComplete).toBe(true);
    expect(headers['content-length']).toBeUndefined();
    const { rows, totalRowCount } = JSON.parse(body.toString());
    expect(body.length).toBeGreaterThan(10_000_000);
    expect(totalRowCount).toBe(rows.length);
    for (const id of ids)
      expect((await get(`/console/lab/docs/${id}`)).body).toMatchObject(
        rows.find((row: { id: number }) => row.id === id),
      );
  });

  it('is cached after it was sent, and not sent to clients that have it', async () => {
    let first = await raw(ALL, plain());
    const prepare = async () => {
      await change();
      first = await raw(ALL, plain());
    };
    const again = async () => expect((await raw(ALL, plain())).body.equals(first.body)).toBe(true);
    expect(await traffic(again, { atMost: 0, prepare })).toEqual({ statements: 0, lookUps: 1 });
    const asked = { 'if-none-match': first.headers.etag as string };
    expect((await raw(ALL, { ...asked, 'accept-encoding': 'br' })).status).toBe(304);
    await change();
    const changed = await raw(ALL, plain(asked));
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it.each(['gzip', 'br'])('comes as %s, the first rows first', async (form) => {
    await change();
    const { body, chunkCount, headers } = await raw(ALL, { 'accept-encoding': form });
    expect(headers['content-encoding']).toBe(form);
    // On a busy machine several batches arrive at once; compressed as a whole the answer would be one or two chunks.
    expect(chunkCount).toBeGreaterThan(3);
    const text = form === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
    expect(text.equals((await raw(ALL, plain())).body)).toBe(true);
  });

  it('answers HEAD', async () => {
    await change();
    const { status, body, headers } = await raw(ALL, plain(), { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers.etag).toBe((await raw(ALL, plain())).headers.etag);
  });

  /** Counts the service's connections that run a statement other than a look-up of versions. */
  const busy = async () =>
    (
      await sql(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and (state <> 'idle' or xact_start is not null) and query not like '%bit_xor%'`,
      )
    )[0]?.count;

  const untilIdle = () => waitFor(async () => (await busy()) === 0);

  /** Sends a request and disconnects when the database has begun to read. */
  const leaving = () =>
    new Promise<void>((resolve) => {
      const headers = plain({ authorization: `Bearer ${testService.tokens.editor}` });
      const asked = request(`${testService.url}${ALL}`, { headers });
      asked.on('error', () => undefined);
      asked.on('close', resolve);
      let isAnswered = false;
      asked.on('response', (answer) => {
        isAnswered = true;
        answer.on('error', () => undefined);
      });
      asked.on('finish', async () => {
        while ((await busy()) === 0 && !isAnswered);
        asked.destroy();
      });
      asked.end();
    });

  it('leaves the database alone while its reader dawdles, and when they go', async () => {
    await change();
    const agents = Array.from(
      { length: 6 },
      () =>
        new Promise<() => Promise<number>>((resolve, reject) => {
          const asked = request(
            `${testService.url}${ALL}`,
            { headers: plain({ authorization: `Bearer ${testService.tokens.editor}` }) },
            (answer) => {
              // Reads nothing before `finish` is called.
              answer.pause();
              const finish = () =>
                new Promise<number>((done) => {
                  let bytes = 0;
                  answer.on('data', (piece: Buffer) => (bytes += piece.length));
                  answer.on('end', () => done(bytes));
                  answer.resume();
                });
              resolve(finish);
            },
          );
          asked.on('error', reject);
          asked.end();
        }),
    );
    const readers = await Promise.all(agents);
    await untilIdle();
    const { body } = await raw(ALL, plain());
    for (const finish of readers) expect(await finish()).toBe(body.length);

    await change();
    expect((await raw(ALL, plain(), { stops: 3 })).isComplete).toBe(false);
    await untilIdle();
  });

  it('releases requests for its head, requests that have it, and clients that disconnect', async () => {
    // More requests than connections for such lists.
    for (let each = 0; each < 5; each += 1) {
      await change();
      expect((await raw(ALL, plain(), { method: 'HEAD' })).status).toBe(200);
      await change();
      expect((await raw(ALL, plain({ 'if-none-match': '*' }))).status).toBe(304);
      await change();
      await leaving();
    }
    await untilIdle();
    expect((await raw(ALL, plain())).isComplete).toBe(true);
  });

  it('is read once for a crowd', async () => {
    let answers: Awaited<ReturnType<typeof raw>>[] = [];
    const crowd = async () => {
      answers = await Promise.all(Array.from({ length: 12 }, () => raw(ALL, plain())));
    };
    expect((await traffic(crowd, { atMost: 1, prepare: change })).statements).toBe(1);
    for (const { body, isComplete } of answers)
      expect([isComplete, answers[0]?.body.equals(body)]).toEqual([true, true]);
  });
});
