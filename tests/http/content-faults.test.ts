import type { ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import { get, patch, sql, testService } from '../support/client';
import { content, contentFolder, countsOf, identifiersAfter } from '../support/content';
import { make } from '../support/factory';
import { type Done, runCommand } from '../support/service';

const { write, at } = contentFolder();
const ids = identifiersAfter(8_000_000);

const totalOf = async (path: string): Promise<number> => (await get(path)).body.totalRowCount as number;

const plan = (name: string, file: string) => content(['plan', at(file), '--resource', 'docs', '-o', at(name)]);

describe('content survives', () => {
  it('kill -9 during apply: nothing is written, and the next apply succeeds', async () => {
    const many = ids(10_000);
    await write(
      'docs.json',
      many.map((id) => ({ id, title: `文件 ${id}`, content: '長'.repeat(500) })),
    );
    const planned = await plan('a.plan', 'docs.json');
    expect([planned.code, countsOf(planned.out, 'docs')]).toEqual([0, ['10000', '0', '0']]);
    const before = await totalOf('/console/lab/docs');
    expect((await killed(['apply', at('a.plan')])).code).toBeNull();
    expect(await totalOf('/console/lab/docs')).toBe(before);
    expect((await get(`/console/lab/docs/${many[0]}`)).status).toBe(404);
    const applied = await content(['apply', at('a.plan')]);
    expect([applied.code, applied.err]).toEqual([0, '']);
    expect(await totalOf('/console/lab/docs')).toBe(before + many.length);
    expect((await get(`/console/lab/docs/${many.at(-1)}`)).body.content).toHaveLength(500);
    const [, batch = ''] = /batch (\d+)/.exec(applied.out) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    expect(await totalOf('/console/lab/docs')).toBe(before);
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
    const { id } = await make('doc', { title: '原', content: '初' });
    const many = Array.from({ length: 2_000 }, (_, index) => ({ id: id + 10_000 + index, title: '題', content: '文' }));
    await write('docs.json', [{ id, title: '新' }, ...many]);
    expect((await plan('a.plan', 'docs.json')).code).toBe(0);
    let late = Promise.resolve({ status: 0 });
    const { code, err } = await runCommand(
      'content',
      ['apply', at('a.plan')],
      testService.environment,
      undefined,
      async (child) => {
        if (await isWriting(child)) late = patch(`/console/lab/docs/${id}`, { content: '末' });
      },
    );
    expect([code, err, (await late).status]).toEqual([0, '', 200]);
    expect((await get(`/console/lab/docs/${id}`)).body).toMatchObject({ title: '新', content: '末' });
  });

  it('a file of 500 MB, in little memory', async () => {
    const number = ids(1)[0] ?? 0;
    const remark = 'x'.repeat(10_000);
    const file = await open(at('rs_tags.ndjson'), 'w');
    for (let done = 0; done < 50_000; done += 1_000) {
      const lines = Array.from({ length: 1_000 }, (_, index) =>
        JSON.stringify({ id: number + done + index, name: `標籤 ${number + done + index}`, remark }),
      );
      await file.write(`${lines.join('\n')}\n`);
    }
    expect((await file.stat()).size).toBeGreaterThan(500_000_000);
    await file.close();
    const { code, out, err } = await runCommand('content', ['plan', at('rs_tags.ndjson'), '-o', at('a.plan')], {
      ...testService.environment,
      NODE_OPTIONS: '--max-old-space-size=200',
    });
    expect([code, err, countsOf(out, 'rs_tags')]).toEqual([0, '', ['50000', '0', '0']]);
    expect(out).toContain('rs_tags.ndjson: remark (50000 records)');
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

/** Runs a command and kills it as soon as it writes documents. */
const killed = (args: string[]): Promise<Done> =>
  runCommand('content', args, testService.environment, undefined, async (child) => {
    if (await isWriting(child)) child.kill('SIGKILL');
  });

/** Waits until a command writes documents; returns false if it ended before. */
async function isWriting(child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null) {
    const writing = await sql(
      `select 1 from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
       and backend_xid is not null and query like '%insert into "docs"%'`,
    );
    if (writing.length > 0) return true;
  }
  return false;
}
