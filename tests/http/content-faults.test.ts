import { open } from 'node:fs/promises';
import { type Answer, get, patch, sql, testService } from '../support/client';
import { content, contentFolder, countsOf, identifiersAfter } from '../support/content';
import { withHeldTable } from '../support/database';
import { make, unique } from '../support/factory';
import { type Done, runCommand } from '../support/service';
import { waitFor } from '../support/wait-for';

const { write, at } = contentFolder();
const ids = identifiersAfter(8_000_000);

const TAGS = '/console/lab/rs_tags';

const totalOf = async (path: string): Promise<number> => (await get(path)).body.totalRowCount as number;

const plan = (name: string, file: string) => content(['plan', at(file), '--resource', 'docs', '-o', at(name)]);

describe('content survives', () => {
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
      const { code } = await runCommand(
        'content',
        ['apply', at('a.plan')],
        testService.environment,
        undefined,
        async (child) => {
          await waitFor(isAwaited);
          child.kill('SIGKILL');
        },
      );
      expect(code).toBeNull();
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

  it('two concurrent plans for the same record: one succeeds, the other is refused completely', async () => {
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
    const apply = (name: string) => runCommand('content', ['apply', at(name)], testService.environment);
    const both = await Promise.all(['a.plan', 'b.plan'].map(apply));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const isFirst = both[0]?.code === 0;
    expect(both[isFirst ? 1 : 0]?.err).toContain(`docs ${id} (`);
    expect((await get(`/console/lab/docs/${id}`)).body.title).toBe(isFirst ? '甲' : '乙');
    expect((await get(`/console/lab/docs/${first}`)).status).toBe(isFirst ? 200 : 404);
    expect((await get(`/console/lab/docs/${second}`)).status).toBe(isFirst ? 404 : 200);
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
    const remark = 'x'.repeat(10_000);
    const file = await open(at('rs_tags.ndjson'), 'w');
    const RECORDS = 25_000;
    for (let done = 0; done < RECORDS; done += 1_000) {
      const lines = Array.from({ length: 1_000 }, (_, index) =>
        JSON.stringify({ id: number + done + index, name: `標籤 ${number + done + index}`, remark }),
      );
      await file.write(`${lines.join('\n')}\n`);
    }
    expect((await file.stat()).size).toBeGreaterThan(250_000_000);
    await file.close();
    const { code, out, err } = await runCommand('content', ['plan', at('rs_tags.ndjson'), '-o', at('a.plan')], {
      ...testService.environment,
      NODE_OPTIONS: '--max-old-space-size=200',
    });
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
});
