import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { del, get } from '../support/client';
import { content, contentFolder } from '../support/content';
import { unique } from '../support/factory';

const { at, write } = contentFolder();

/** The files of a source, by path, each with what tells its versions apart. */
const files = new Map<string, string>();
let requests: string[] = [];
let isDown = false;
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    const body = files.get(url);
    const etag = `"${body?.length}"`;
    requests.push(headers['if-none-match'] ?? 'all');
    if (isDown || body === undefined) response.writeHead(isDown ? 503 : 404).end();
    else if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { etag }).end(url.endsWith('.gz') ? gzipSync(body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  files.clear();
  requests = [];
  isDown = false;
});

const reps = (...records: object[]) => JSON.stringify(records);

/** Imports; the exit code, and what was asked for: everything, or only what differs from a version. */
async function importFrom(
  ...args: string[]
): Promise<{ code: number | null; asked: string[]; out: string; err: string }> {
  requests = [];
  const { code, out, err } = await content(['import', ...args]);
  return { code, asked: requests, out, err };
}

const count = async (name: string): Promise<number> =>
  (await get(`/console/lab/reps?name=${encodeURIComponent(name)}`)).body.rows.length;

describe('an import from an address', () => {
  it('reads what has changed there since the last import, and says if nothing has', async () => {
    const [name, other] = [unique('王'), unique('李')];
    const [source, id] = [unique('src-').toLowerCase(), unique('A-')];
    const args = [`${origin}/reps.json.gz`, '--source', source];
    files.set('/reps.json.gz', reps({ external_id: id, name }));
    const first = await importFrom(...args);
    expect([first.code, first.asked, first.err]).toEqual([0, ['all'], '']);
    expect(first.out).toContain(`Downloading ${origin}/reps.json.gz\n`);
    expect(await count(name)).toBe(1);

    const second = await importFrom(...args);
    expect([second.code, second.asked, second.err]).toEqual([3, [expect.stringMatching(/^"\d+"$/)], '']);
    expect(second.out).toContain('Unchanged since the last import: there is nothing to do.');
    expect(JSON.parse((await importFrom(...args, '--json')).out)).toEqual({ unchanged: true });
    // Another way to import, or what people have done, may make a difference.
    for (const options of [['--again'], ['--restore-deleted'], ['--take-file'], ['--match', 'name']]) {
      const { code, asked } = await importFrom(...args, ...options);
      expect([options, code, asked]).toEqual([options, 0, ['all']]);
    }
    // The last import was done in another way.
    expect(await importFrom(...args)).toMatchObject({ code: 0, asked: ['all'] });

    files.set('/reps.json.gz', reps({ external_id: id, name: `${name}${other}` }));
    const { code, out } = await importFrom(...args);
    expect(code).toBe(0);
    expect(await count(`${name}${other}`)).toBe(1);
    expect((await importFrom(...args)).code).toBe(3);
    // What is undone can be imported again, also if an import without news has come between.
    expect(await importFrom(...args, '--again')).toMatchObject({ code: 0, asked: ['all'] });
    expect((await importFrom(...args)).code).toBe(3);
    expect((await content(['undo', /batch (\d+)/.exec(out)?.[1] ?? ''])).code).toBe(0);
    expect(await importFrom(...args)).toMatchObject({ code: 0, asked: ['all'] });
    expect(await count(`${name}${other}`)).toBe(1);
    expect((await importFrom(...args)).code).toBe(3);
  });

  it('reads all of its files if any of them has changed, or is none of an address', async () => {
    const [one, two] = [unique('王'), unique('李')];
    files.set('/1/reps.json', reps({ name: one }));
    files.set('/2/reps.json', reps({ name: two }));
    const args = [`${origin}/1/reps.json`, `${origin}/2/reps.json`, '--match', 'name'];
    expect((await importFrom(...args)).code).toBe(0);
    expect(await importFrom(...args)).toMatchObject({ code: 3, asked: [expect.any(String), expect.any(String)] });
    files.set('/2/reps.json', reps({ name: two, contacts: '一' }));
    const changed = await importFrom(...args);
    expect(changed.code).toBe(0);
    expect(changed.asked).toEqual([expect.stringMatching(/"/), expect.stringMatching(/"/), 'all']);
    expect(changed.out).toMatch(/reps +0 +1 +0 +1\n/);
    await write('reps.json', [{ name: one }]);
    expect(await importFrom(`${origin}/1/reps.json`, at('reps.json'), '--match', 'name')).toMatchObject({
      code: 1,
      asked: ['all'],
    });
  });

  it('remembers nothing of an import with faults, and says what may succeed later', async () => {
    const name = unique('王');
    const args = [`${origin}/reps.json`, '--match', 'name'];
    files.set('/reps.json', reps({ name, gender: 'x' }));
    expect((await importFrom(...args)).code).toBe(1);
    expect((await importFrom(...args)).asked).toEqual(['all']);
    isDown = true;
    const down = await importFrom(...args, '--json');
    expect([down.code, JSON.parse(down.out)]).toEqual([
      4,
      { error: `${origin}/reps.json: answers 503 Service Unavailable` },
    ]);
    isDown = false;
    const gone = await importFrom(`${origin}/none/reps.json`);
    expect([gone.code, gone.err]).toEqual([2, `${origin}/none/reps.json: answers 404 Not Found\n`]);
    files.set('/reps.json', '<html>');
    expect(await importFrom(...args)).toMatchObject({ code: 2, err: expect.stringContaining('is HTML or XML') });
  });

  it('can be planned, and brings back what people have deleted only if asked', async () => {
    const name = unique('王');
    const source = unique('src-').toLowerCase();
    files.set('/reps.json', reps({ external_id: 'A-1', name }));
    const address = `${origin}/reps.json`;
    const planned = await content(['plan', address, '-o', at('a.plan'), '--json', '--source', source]);
    expect([planned.code, JSON.parse(planned.out).counts.reps.created]).toEqual([0, 1]);
    expect((await importFrom(address, '--source', source)).code).toBe(0);
    const [{ id }] = (await get(`/console/lab/reps?name=${encodeURIComponent(name)}`)).body.rows;
    expect((await del(`/console/lab/reps/${id}`)).status).toBe(204);
    expect((await importFrom(address, '--source', source)).code).toBe(3);
    expect(await count(name)).toBe(0);
    expect((await importFrom(address, '--source', source, '--restore-deleted')).code).toBe(0);
    expect(await count(name)).toBe(1);
  });
});
