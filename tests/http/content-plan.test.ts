import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { term } from '../../src/api/term/resource';
import { del, get, patch, post, sql } from '../support/client';
import { content, contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { make, requiredBody, unique, uniqueIndex } from '../support/factory';
import { readEverything, sharedReader } from '../support/read-everything';

const { write, at, read, faultsIn } = contentFolder();
const ids = identifiersUpTo(6_000_000);

/** Plans the folder, or some files in it. */
const plan = (names: string[] = ['.'], ...options: string[]) =>
  content(['plan', ...names.map(at), '-o', at('a.plan'), ...options]);

const apply = (...options: string[]) => content(['apply', at('a.plan'), ...options]);

const act = (title: string) => ({ title, official_seq_no: '1', specific_topics: [] });

describe('content plan', () => {
  it('writes the links that a list gains between the others, and the list as a whole where these leave no room', async () => {
    const [a, b, c, d, e, f, g] = await Promise.all(Array.from({ length: 7 }, async () => (await make('rep')).id));
    const bill = await make('bill', { sponsors: [a, b, c, d, e] });
    const places = async () =>
      (
        await sql(
          'select l.rep_ord from bills_sponsors_lnk l join bills on bills.id = l.bill_id where bills.number = $1 order by 1',
          [bill.id],
        )
      ).map(({ rep_ord }) => rep_ord);
    const give = async (...sponsors: (number | undefined)[]) => {
      await write('rs_bills.json', [{ id: bill.id, sponsors }]);
      const { code, err } = await content(['import', at('rs_bills.json'), '--take-file']);
      expect([code, err]).toEqual([0, '']);
      expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors).toEqual(sponsors);
      return places();
    };
    expect(await give(f, a, b, g, c, d, e)).toEqual([0.5, 1, 2, 2.5, 3, 4, 5]);
    expect(await give(f, a, b, g, c, e)).toEqual([1, 2, 3, 4, 5, 6]);
    await sql(
      'update bills_sponsors_lnk l set rep_ord = 1 from bills where bills.id = l.bill_id and bills.number = $1',
      [bill.id],
    );
    const [first, second, third, ...rest] = (await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors;
    expect(await give(first, second, d, third, ...rest)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('shows changes without writing them; apply makes exactly these, once', async () => {
    const [unchanged, changed] = [await make('act'), await make('act', { title: '舊名' })];
    const [tag, title] = [unique('標籤'), unique('新法')];
    const [billId] = ids(1);
    await write('acts.json', [
      { id: unchanged.id, title: unchanged.title },
      { id: changed.id, title: '新名', official_seq_no: changed.official_seq_no },
      act(title),
    ]);
    await write('rs_bills.json', [{ id: billId, act_id: title, is_law: true, act_features: [], tags: [tag] }]);
    const before = await readEverything(sharedReader());
    const planned = await plan();
    expect([planned.code, planned.err]).toEqual([0, '']);
    expect(countsOf(planned.out, 'acts')).toEqual(['1', '1', '1']);
    expect(countsOf(planned.out, 'rs_bills')).toEqual(['1', '0', '0']);
    expect(countsOf(planned.out, 'rs_tags')).toEqual(['1', '0', '0']);
    expect(planned.out).toContain(`acts ${changed.id} 舊名 (${at('acts.json')}, record 2)\n  title: "舊名" → "新名"\n`);
    expect(planned.out).toContain(`rs_tags (new) (${at('rs_bills.json')}): name "${tag}"\n`);
    expect(planned.out).toContain(
      `rs_bills ${billId} (new) (${at('rs_bills.json')}, record 1): act_id (new) ${title}, is_law true`,
    );
    expect(planned.out).toContain('1 record without id: created again by each import');
    expect(planned.out).toContain(`npm run content -- apply ${at('a.plan')}`);
    expect(await readEverything(sharedReader())).toEqual(before);
    const next = await make('act');
    expect(next.id).toBe(changed.id + 1);

    const applied = await apply();
    expect([applied.code, applied.err]).toEqual([0, '']);
    expect(applied.out).toMatch(/Done: batch \d+\. Undo it with "content undo \d+"\./);
    const bill = (await get(`/console/lab/rs_bills/${billId}`)).body;
    expect((await get(`/console/lab/acts/${bill.act_id}`)).body).toMatchObject(act(title));
    expect((await get(`/console/lab/rs_tags/${bill.tags[0]}`)).body.name).toBe(tag);
    expect((await get(`/console/lab/acts/${changed.id}`)).body).toMatchObject({ ...changed, title: '新名' });

    const after = await readEverything(sharedReader());
    const again = await apply();
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('has been applied')]);
    expect(await readEverything(sharedReader())).toEqual(after);
  });

  it('lists every fault with file, line, field and value, and writes no plan', async () => {
    const [good, bill] = ids(2);
    await write('acts.json', [{ id: good, ...act('好') }]);
    await write(
      'rs_bills.csv',
      `id,act_id,is_law,date,act_features\n${bill},${good},maybe,105/2/30,[]\n,7777777,是,,[]\n`,
    );
    const { code, out, err } = await plan();
    expect(code).toBe(1);
    expect(err).toContain(`${at('rs_bills.csv')}, record 1 (line 2): is_law: `);
    expect(err).toContain('; given: "maybe"');
    expect(err).toContain('; given: "105/2/30"');
    expect(faultsIn(err)).toEqual([
      expect.stringMatching(/^rs_bills\.csv, record 1 \(line 2\): date: .* \[INVALID_VALUE\]$/),
      'rs_bills.csv, record 1 (line 2): is_law: must be true or false [INVALID_TYPE]',
      'rs_bills.csv, record 2 (line 3): act_id: acts has no record 7777777 [UNKNOWN_REFERENCE]',
    ]);
    expect(out).toContain('3 faults: nothing was planned.');
    const refused = await apply();
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('no such file')]);
    expect((await get(`/console/lab/acts/${good}`)).status).toBe(404);
  });

  it('is refused if it was cut off or changed, or is missing', async () => {
    const [id] = ids(1);
    await write('acts.json', [{ id, ...act('法') }]);
    expect((await plan()).code).toBe(0);
    const text = await read('a.plan');
    await write('cut.ndjson', text.slice(0, -20));
    await write('changed.ndjson', text.replace('法', '令'));
    const expected = {
      'cut.ndjson': 'this plan is incomplete or was changed',
      'changed.ndjson': 'this plan is incomplete or was changed',
      'missing.ndjson': 'no such file',
    };
    for (const [name, message] of Object.entries(expected)) {
      const { code, err } = await content(['apply', at(name)]);
      expect([name, code, err]).toEqual([name, 2, expect.stringContaining(message)]);
    }
    expect((await get(`/console/lab/acts/${id}`)).status).toBe(404);
  });

  it('is refused completely if records have been changed, deleted or created since; lists each', async () => {
    const [unchanged, changed, deleted] = [await make('act'), await make('act'), await make('act')];
    await write(
      'acts.json',
      [unchanged, changed, deleted].map(({ id }) => ({ id, title: '改' })),
    );
    expect((await plan()).code).toBe(0);
    await patch(`/console/lab/acts/${changed.id}`, { official_seq_no: '9' });
    await del(`/console/lab/acts/${deleted.id}`);
    const refused = await apply('--json');
    expect([refused.code, refused.err]).toEqual([1, '']);
    const named = JSON.parse(refused.out).refusals as {
      resource: string;
      number: number;
      faults: { message: string }[];
    }[];
    expect(named.map(({ resource, number, faults }) => [resource, number, faults[0]?.message])).toEqual([
      ['acts', changed.id, 'has been changed since'],
      ['acts', deleted.id, 'has been deleted since'],
    ]);
    expect((await get(`/console/lab/acts/${unchanged.id}`)).body.title).toBe(unchanged.title);

    const index = uniqueIndex();
    await write('acts.json', [{ id: unchanged.id, title: '改' }]);
    await write('terms.json', [{ ...(await requiredBody(term)), index }]);
    expect((await plan()).code).toBe(0);
    await make('term', { index });
    const taken = await apply();
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(`terms ${index} (`)]);
    expect(taken.err).toContain('has been created by somebody else since');
    expect((await get(`/console/lab/acts/${unchanged.id}`)).body.title).toBe(unchanged.title);
  });

  it('is refused if a matching record has been created since, and for another database', async () => {
    const title = unique('同名');
    await write('matched.json', [act(title)]);
    const planned = await plan(['matched.json'], '--resource', 'acts', '--match', 'title');
    expect(countsOf(planned.out, 'acts')).toEqual(['1', '0', '0']);
    await make('act', { title });
    const before = await readEverything(sharedReader());
    const refused = await apply();
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`acts (new) (${at('matched.json')}, record 1): has been created by somebody else since`),
    ]);
    const lines = (await read('a.plan')).split('\n').slice(0, -2);
    const moved = `${lines.join('\n').replace(/"database":"[^"]+"/, '"database":"1/2"')}\n`;
    const sha256 = createHash('sha256').update(moved).digest('hex');
    await writeFile(at('a.plan'), `${moved}${JSON.stringify({ sha256 })}\n`);
    const elsewhere = await apply();
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('made for another database')]);
    expect(await readEverything(sharedReader())).toEqual(before);
  });

  it('shows warnings, which --strict turns into faults; --json prints one line for programs', async () => {
    const [id] = ids(1);
    const { id: act_id } = await make('act');
    await write('rs_bills.json', [{ id, act_id, is_law: false, act_features: [], data_source_link: '無' }]);
    const lenient = await plan(['rs_bills.json'], '--json');
    expect([lenient.code, lenient.err, lenient.out.trim().split('\n').length]).toEqual([0, '', 1]);
    const summary = JSON.parse(lenient.out);
    expect(summary).toMatchObject({
      plan: at('a.plan'),
      counts: { rs_bills: { created: 1, changed: 0, unchanged: 0 } },
      faultCount: 0,
      warningCount: 1,
      warnings: [{ file: at('rs_bills.json'), record: 1, resource: 'rs_bills', path: 'data_source_link' }],
    });
    const strict = await plan(['rs_bills.json'], '--strict');
    expect([strict.code, strict.err]).toEqual([
      1,
      expect.stringContaining('rs_bills.json, record 1: data_source_link'),
    ]);
    const imported = await content(['import', at('rs_bills.json'), '--json']);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.out)).toMatchObject({ batch: expect.any(Number), refusals: [] });
    expect((await post('/console/lab/rs_bills', {})).status).toBe(400);
    const unreadable = await content(['plan', at('missing.json'), '--json']);
    expect([unreadable.code, JSON.parse(unreadable.out).error]).toEqual([2, expect.stringContaining('no such file')]);
  });

  it('reads like a page, also as one, and what a batch has done reads the same', async () => {
    const [first, second, third] = [await make('rep'), await make('rep'), await make('rep')];
    const [old, current] = [unique('舊法'), unique('<b>新法</b>')];
    const [from, to] = [await make('act', { title: old }), await make('act', { title: current })];
    const long = '勞工之權益應予保障'.repeat(20);
    const bill = await make('bill', {
      act_id: from.id,
      date: Date.UTC(2016, 1, 1),
      sponsors: [first.id, second.id],
      content: `${long}退休金${long}`,
      principle_sponsor_type: 'rep',
      principle_sponsor_value: first.id,
    });
    await write('rs_bills.json', [
      {
        id: bill.id,
        act_id: to.id,
        date: Date.UTC(2016, 1, 2),
        sponsors: [second.id, third.id],
        content: `${long}保險${long}`,
        principle_sponsor_type: 'rep',
        principle_sponsor_value: third.id,
      },
    ]);
    const page = at('page.html');
    const planned = await plan(['rs_bills.json'], '--html', page, '--language', 'en');
    expect([planned.code, planned.err]).toEqual([0, '']);
    const lines = [
      `  act_id: ${from.id} ${old} → ${to.id} ${current}`,
      '  date: 2016-02-01 → 2016-02-02',
      `  sponsors: + ${third.id} ${third.name}; − ${first.id} ${first.name} (1 stay)`,
      `  principle_sponsor_value: ${first.id} ${first.name} → ${third.id} ${third.name}`,
    ];
    for (const line of lines) expect(planned.out).toContain(`${line}\n`);
    expect(planned.out).toMatch(/^ {2}content: … .{60}\[−退休金−\]\{\+保險\+\}.{60} …$/mu);
    expect(planned.out).toContain(`The page is in ${page}\n`);
    const html = await read('page.html');
    expect(html).toMatch(/^<!doctype html>\n[\s\S]*<\/html>\n$/);
    expect(html).toContain('<del>2016-02-01</del> → <ins>2016-02-02</ins>');
    expect(html).toContain(current.replaceAll('<', '&#60;').replaceAll('>', '&#62;'));
    expect(html).toContain(`<small>Added</small> <ins>${third.name}</ins>`);
    expect(html).not.toMatch(/<script|<link|<img|<b>|src=|url\(/);
    // A page replaces a page, and nothing else.
    await write('notes.txt', 'mine');
    const refused = await plan(['rs_bills.json'], '--html', at('notes.txt'));
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('choose another name')]);
    expect((await plan(['rs_bills.json'], '--html', page, '--language', 'zh')).code).toBe(0);
    expect(await read('page.html')).toContain('<small>加入</small>');

    const [, batch = ''] = /Done: batch (\d+)/.exec((await apply()).out) ?? [];
    const diff = await content(['batch', 'diff', batch]);
    expect([diff.code, diff.err]).toEqual([0, '']);
    for (const line of lines) expect(diff.out).toContain(`${line}\n`);
    const [change, ...others] = (await content(['batch', 'diff', batch, '--json'])).out.trim().split('\n');
    expect(others).toEqual([]);
    expect(JSON.parse(change ?? '')).toMatchObject({
      ...{ resource: 'rs_bills', number: bill.id, action: 'change' },
      from: { act_id: from.id, sponsors: [first.id, second.id] },
      to: { act_id: to.id, sponsors: [second.id, third.id] },
    });
    const shown = async (...options: string[]) => (await content(['batch', 'show', batch, ...options])).out;
    expect(await shown()).toMatch(
      new RegExp(`^Batch ${batch}: import\nWhen: .*\nWho: .* \\(command\\)\nChange: \\d+\nFiles: .*rs_bills.json\n`),
    );

    // An edit by hand and a record that the same files create: named alike in the lines about edits, and on the page.
    const agency = await make('gov-agency');
    const sponsor = { principle_sponsor_type: 'gov_agency', principle_sponsor_value: agency.id };
    await patch(`/console/lab/rs_bills/${bill.id}`, { act_id: from.id, ...sponsor });
    const [[made], fresh] = [ids(1), unique('新案')];
    await write('acts.json', [{ id: made, ...act(fresh) }]);
    await write('rs_bills.json', [
      { id: bill.id, act_id: made, principle_sponsor_type: 'rep', principle_sponsor_value: first.id },
    ]);
    const conflict = await plan(['acts.json', 'rs_bills.json'], '--html', page, '--language', 'en');
    expect(conflict.out).toContain(`  file:        ${made} ${fresh} (new)\n`);
    // Each side of a reference with two halves has its own kind, whatever is stored.
    expect(conflict.out).toMatch(
      new RegExp(
        `, principle_sponsor_value\n  last import: ${third.id} ${third.name}\n  now: +${agency.id} ${agency.name} .*\n  file: +${first.id} ${first.name}\n`,
      ),
    );
    expect(conflict.out).not.toContain('principle_sponsor_type');
    expect(await read('page.html')).toContain(`<ins>${fresh} (new)</ins>`);
    const [, after = ''] = /\nChange: (\d+)/.exec(await shown()) ?? [];
    const record = ['rs_bills', String(bill.id), '--change', after, '--conflicts', 'overwrite', '--note', '誤改'];
    expect((await content(['restore', ...record])).code).toBe(0);
    expect(await shown()).toMatch(/\nA record was restored to its state after it, change \d+: .*: 誤改\n$/);

    expect((await content(['undo', batch, '--note', '看錯'])).code).toBe(0);
    expect(await shown()).toMatch(
      /rs_bills: 0 created, 1 changed\nA record was .*\nUndone by batch \d+: .* \(command\), 2.*Z: 看錯\n$/,
    );
    expect(JSON.parse(await shown('--json'))).toMatchObject({
      ...{ number: Number(batch), kind: 'import', counts: { rs_bills: { created: 0, changed: 1 } } },
      by: { kind: 'import', door: 'command', change: expect.any(Number) },
      takenBack: [
        { kind: 'restore', effect: 'restored' },
        { kind: 'undo', effect: 'undone', note: '看錯', batch: expect.any(Number) },
      ],
    });
    for (const command of ['show', 'diff']) {
      const unknown = await content(['batch', command, '999999']);
      expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('There is no batch 999999')]);
    }
    expect(JSON.parse((await content(['batch', 'show', '999999', '--json'])).out)).toEqual({
      error: expect.stringContaining('no batch'),
    });
  });
});
