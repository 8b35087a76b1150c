import { open } from 'node:fs/promises';
import { type Answer, get, patch, sql, testService } from '../support/client';
import { type CommandHost, runInHost, startCommandHost, stopCommandHost } from '../support/command-host';
import { content, contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { withHeldTable } from '../support/database';
import { make, unique } from '../support/factory';
import { nodeOptions } from '../support/node-options';
import type { Done } from '../support/service';
import { waitFor } from '../support/wait-for';

const { write, at } = contentFolder();
const ids = identifiersUpTo(8_000_000);

const TAGS = '/console/lab/rs_tags';

const totalOf = async (path: string): Promise<number> => (await get(path)).body.totalRowCount as number;

const plan = (name: string, file: string) => content(['plan', at(file), '--resource', 'docs', '-o', at(name)]);

describe('content survives', () => {
  /** Another process that runs commands, with less memory than the largest file has. */
  let other: CommandHost;

  beforeAll(async () => {
    other = await startCommandHost({
      ...testService.environment,
      NODE_OPTIONS: `--max-old-space-size=200 ${nodeOptions()}`,
    });
    // Its first command loads Strapi.
    await inOther('batches');
  });

  afterAll(() => stopCommandHost(other));

  const inOther = (...args: string[]): Promise<Done> => runInHost(args, undefined, other.url);

  it('two concurrent plans for the same record: the first succeeds, the other is refused completely', async () => {
    const { id } = await make('doc', { title: '原' });
    const [first, second] = [id + 1000, id + 1001];
    await write('a.json', [
      { id, title: '甲' },
      { id: first, title: '新甲' },
    ]);
    await write('b.json', [
      { id, title: '乙' },
      { id: second, title: '新乙' },
    ]);
    const plans = [await plan('a.plan', 'a.json'), await plan('b.plan', 'b.json')];
    expect(plans.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    let both: Promise<Done[]> | undefined;
    await withHeldTable(testService.databaseUrl, 'docs', 'share', async (isAwaited) => {
      const one = content(['apply', at('a.plan')]);
      await waitFor(isAwaited);
      both = Promise.all([one, inOther('apply', at('b.plan'))]);
      await waitFor(async () => (await sql('select from pg_locks where not granted')).length > 1);
    });
    const [done, refused] = (await both) as Done[];
    expect([done?.code, done?.err, refused?.code]).toEqual([0, '', 1]);
    expect(refused?.err).toContain(`docs ${id} (`);
    expect((await get(`/console/lab/docs/${id}`)).body.title).toBe('甲');
    expect((await get(`/console/lab/docs/${first}`)).status).toBe(200);
    expect((await get(`/console/lab/docs/${second}`)).status).toBe(404);
  });

  it('an editor saving a record while an import writes it: both changes are stored', async () => {
    const { id } = await make('tag', { description: '初' });
    const name = unique('新');
    const [doc] = ids(1);
    await write('rs_tags.json', [{ id, name }]);
    await write('docs.json', [{ id: doc, title: '題' }]);
    const planned = await content(['plan', at('rs_tags.json'), at('docs.json'), '-o', at('a.plan')]);
    expect(planned.code).toBe(0);
    let both: Promise<[Done, Answer]> | undefined;
    await withHeldTable(testService.databaseUrl, 'docs', 'share', async (isAwaited) => {
      const applying = content(['apply', at('a.plan')]);
      // The record is written, and not committed.
      await waitFor(isAwaited);
      both = Promise.all([applying, patch(`${TAGS}/${id}`, { description: '末' })]);
      await waitFor(async () => (await sql('select from pg_locks where not granted')).length > 1);
    });
    const [{ code, err }, late] = (await both) as [Done, Answer];
    expect([code, err, late.status]).toEqual([0, '', 200]);
    expect((await get(`${TAGS}/${id}`)).body).toMatchObject({ name, description: '末' });
  });

  it('a file that is larger than the memory', async () => {
    const number = ids(1)[0] ?? 0;
    const remark = 'x'.repeat(100_000);
    const file = await open(at('rs_tags.ndjson'), 'w');
    const RECORDS = 2_500;
    for (let done = 0; done < RECORDS; done += 100) {
      const lines = Array.from({ length: 100 }, (_, index) =>
        JSON.stringify({ id: number + done + index, name: `標籤 ${number + done + index}`, remark }),
      );
      await file.write(`${lines.join('\n')}\n`);
    }
    expect((await file.stat()).size).toBeGreaterThan(250_000_000);
    await file.close();
    const { code, out, err } = await inOther('plan', at('rs_tags.ndjson'), '-o', at('a.plan'));
    expect([code, err, countsOf(out, 'rs_tags')]).toEqual([0, '', [String(RECORDS), '0', '0']]);
    expect(out).toContain(`rs_tags.ndjson: remark (${RECORDS} records)`);
  });

  it('unreadable files: reports each, and changes nothing', async () => {
    const before = await totalOf('/console/lab/docs');
    const lines = Array.from({ length: 12_000 }, (_, index) => `題 ${index},"內容, ${index}"`);
    lines[8_998] = '題,"內容';
    await write('docs.csv', ['title,content', ...lines].join('\n'));
    const broken = await content(['plan', at('docs.csv'), '-o', at('x.plan')]);
    expect([broken.code, broken.err]).toEqual([2, expect.stringMatching(/docs\.csv, line 9000: .*quote/)]);

    await write('rs_bills.json', [{ id: 1, name: '某人', birth_date: null, terms: [], sessions: [] }]);
    await write('colours.json', [{ id: 1 }]);
    await write('acts.xlsx', 'title\n法\n');
    const unfit = await content([
      'import',
      at('rs_bills.json'),
      at('colours.json'),
      at('acts.xlsx'),
      at('missing.csv'),
    ]);
    expect(unfit.code).toBe(2);
    expect(unfit.err).toContain('these are not rs_bills');
    expect(unfit.err).toContain('look like reps');
    expect(unfit.err).toContain('colours.json: name the file after its resource');
    expect(unfit.err).toContain('acts.xlsx: is not a workbook');
    expect(unfit.err).toContain('missing.csv: no such file');
    const used = await content(['import', at('rs_bills.json'), '--resource', 'colours']);
    expect([used.code, used.err]).toEqual([2, expect.stringContaining('there is no resource "colours"')]);
    expect((await content(['import'])).code).toBe(2);
    expect(await totalOf('/console/lab/docs')).toBe(before);
  });

  it('kill -9 during apply: nothing is written, and the next apply succeeds', async () => {
    const many = ids(100);
    await write(
      'rs_tags.json',
      many.map((id) => ({ id, name: `標籤 ${id}`, description: '長'.repeat(500) })),
    );
    const [doc] = ids(1);
    await write('docs.json', [{ id: doc, title: `文件 ${doc}` }]);
    const planned = await content(['plan', at('rs_tags.json'), at('docs.json'), '-o', at('a.plan')]);
    expect([planned.code, countsOf(planned.out, 'rs_tags')]).toEqual([0, ['100', '0', '0']]);
    const before = await totalOf(TAGS);
    await withHeldTable(testService.databaseUrl, 'docs', 'share', async (isAwaited) => {
      const applying = inOther('apply', at('a.plan')).catch(() => 'no answer');
      await waitFor(isAwaited);
      other.process.kill('SIGKILL');
      expect(await applying).toBe('no answer');
    });
    expect(await totalOf(TAGS)).toBe(before);
    expect((await get(`${TAGS}/${many[0]}`)).status).toBe(404);
    const applied = await content(['apply', at('a.plan')]);
    expect([applied.code, applied.err]).toEqual([0, '']);
    expect(await totalOf(TAGS)).toBe(before + many.length);
    expect((await get(`${TAGS}/${many.at(-1)}`)).body.description).toHaveLength(500);
    const [, batch = ''] = /batch (\d+)/.exec(applied.out) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    expect(await totalOf(TAGS)).toBe(before);
  });
});
