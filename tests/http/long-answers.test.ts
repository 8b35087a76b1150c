import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { context, del, get, patch, post, sql, traffic } from '../support/client';
import { make, unique } from '../support/factory';

const BILLS = '/console/lab/rs_bills';

/** An answer as it came over the wire. */
interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** Whether it came to its end. */
  isWhole: boolean;
}

/** Asks without the help of `fetch`, which takes compressed forms apart; `stops` is after how many pieces the reader goes. */
function raw(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', stops = Infinity } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${context.url}${path}`,
      { method, headers: { authorization: `Bearer ${context.tokens.editor}`, ...headers } },
      (answer) => {
        const pieces: Buffer[] = [];
        const done = (isWhole: boolean) =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces), isWhole });
        answer.on('data', (piece: Buffer) => {
          pieces.push(piece);
          if (pieces.length >= stops) asked.destroy();
        });
        answer.on('close', () => done(answer.complete));
        answer.on('error', () => done(false));
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const plain = (headers: Record<string, string> = {}) => ({ 'accept-encoding': 'identity', ...headers });

describe('compressed forms', () => {
  beforeAll(async () => {
    for (let each = 0; each < 80; each += 1) await make('tag', { name: unique('一個很長的標籤名稱') });
  });

  const forms = [
    { form: 'gzip', open: gunzipSync },
    { form: 'br', open: brotliDecompressSync },
  ];

  it.each(forms)('$form is the same answer, with a tag of its own', async ({ form, open }) => {
    const path = '/console/lab/rs_tags?all';
    const whole = await raw(path, plain());
    const asked = { 'accept-encoding': form };
    const small = await raw(path, asked);
    expect(small.headers).toMatchObject({ 'content-encoding': form, vary: expect.stringContaining('Accept-Encoding') });
    expect(small.body.length).toBeLessThan(whole.body.length / 2);
    expect(open(small.body).equals(whole.body)).toBe(true);
    const [tag, other] = [small.headers.etag as string, whole.headers.etag as string];
    expect(tag).not.toBe(other);
    for (const each of [tag, other, `W/${tag}`]) {
      const again = await raw(path, { ...asked, 'if-none-match': each });
      expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
    }
    const foreign = { 'if-none-match': `"another.one~${form}"` };
    expect((await raw(path, { ...asked, ...foreign })).status).toBe(200);
  });

  it('only where they are asked for, and worth it', async () => {
    const path = '/console/lab/rs_tags?all';
    for (const accepted of ['identity', 'deflate', 'gzip;q=0', 'identity;q=1, gzip;q=0.5']) {
      expect((await raw(path, { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined();
    }
    expect((await raw(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect((await raw(path, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('br');
    const tag = await make('tag');
    const small = await raw(`/console/lab/rs_tags/${tag.id}`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('a change may be made with the tag of a compressed form', async () => {
    const doc = await make('doc', { content: '內文'.repeat(2_000) });
    const path = `/console/lab/docs/${doc.id}`;
    const { headers } = await raw(path, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    const named = { headers: { 'if-match': headers.etag as string } };
    const title = unique('題');
    expect((await patch(path, { title }, named)).status).toBe(200);
    expect((await patch(path, { title: unique('題') }, named)).status).toBe(412);
  });

  it('errors and refusals, too, are read by who asks for them', async () => {
    const faulty = await post(BILLS, { act_features: Array.from({ length: 60 }, () => ({})) });
    expect(faulty.status).toBe(400);
    expect(faulty.body.errors.length).toBeGreaterThan(50);
  });
});

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

  it('has every row, whole, and how many they are', async () => {
    const { body, headers, isWhole } = await raw(ALL, plain());
    expect(isWhole).toBe(true);
    expect(headers['content-length']).toBeUndefined();
    const { rows, totalRowCount } = JSON.parse(body.toString());
    expect(body.length).toBeGreaterThan(10_000_000);
    expect(totalRowCount).toBe(rows.length);
    for (const id of ids)
      expect((await get(`/console/lab/docs/${id}`)).body).toMatchObject(
        rows.find((row: { id: number }) => row.id === id),
      );
  });

  it('is kept when it has been sent, and not sent to who has it', async () => {
    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    const first = await raw(ALL, plain());
    expect(await traffic(async () => expect((await raw(ALL, plain())).body.equals(first.body)).toBe(true))).toEqual({
      statements: 0,
      lookUps: 1,
    });
    const asked = { 'if-none-match': first.headers.etag as string };
    expect((await raw(ALL, { ...asked, 'accept-encoding': 'br' })).status).toBe(304);
    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    const changed = await raw(ALL, plain(asked));
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });

  it.each(['gzip', 'br'])('comes as %s', async (form) => {
    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    const { body, headers } = await raw(ALL, { 'accept-encoding': form });
    expect(headers['content-encoding']).toBe(form);
    const text = form === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
    expect(text.equals((await raw(ALL, plain())).body)).toBe(true);
  });

  it('HEAD tells about it', async () => {
    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    const { status, body, headers } = await raw(ALL, plain(), { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers.etag).toBe((await raw(ALL, plain())).headers.etag);
  });

  /** Connections of the service in the middle of something. */
  const busy = async () =>
    (
      await sql(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and (state <> 'idle' or xact_start is not null)`,
      )
    )[0]?.count;

  const untilIdle = async () => {
    const end = Date.now() + 10_000;
    while ((await busy()) !== 0 && Date.now() < end);
    return busy();
  };

  it('leaves the database alone while its reader dawdles, and when they go', async () => {
    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    const agents = Array.from(
      { length: 6 },
      () =>
        new Promise<() => Promise<number>>((resolve, reject) => {
          const asked = request(
            `${context.url}${ALL}`,
            { headers: plain({ authorization: `Bearer ${context.tokens.editor}` }) },
            (answer) => {
              // Nothing is read before `finish` is called.
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
    expect(await untilIdle()).toBe(0);
    const { body } = await raw(ALL, plain());
    for (const finish of readers) expect(await finish()).toBe(body.length);

    await patch(`/console/lab/docs/${ids[0]}`, { title: longTitle() });
    expect((await raw(ALL, plain(), { stops: 3 })).isWhole).toBe(false);
    expect(await untilIdle()).toBe(0);
  });
});
