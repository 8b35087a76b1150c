import writeExcelFile from 'write-excel-file/node';
import { get } from '../support/client';
import { content, contentFolder, countsOf } from '../support/content';
import { make, unique } from '../support/factory';

const { write, at, importAll, faultsIn } = contentFolder();

const named = async (path: string, name: string) =>
  (await get(`${path}${encodeURIComponent(name)}`)).body.rows as Record<string, unknown>[];

describe('flat files', () => {
  it('are CSV with any delimiter, byte order mark, CRLF, quotes, columns for nested rows, and Minguo dates', async () => {
    const word = unique('平');
    const act = await make('act');
    const step = await make('legislative-step', { name: `${word}一讀` });
    await write(
      'parties.csv',
      `\ufeffname;abbreviation;color;#備註\r\n${word}黨;甲;#000095,#ffffff;不算\r\n"${word};黨";乙;;\r\n`,
    );
    await write('personas.tsv', `name\thandle\n${word}人\t\n\n"${word}""人"""\t"a""b"\n`);
    await write(
      'rs_bills.csv',
      [
        'act_id,is_law,version_no,date,content,legislative_steps.0.date,legislative_steps.0.legislative_step_id,legislative_steps.1.date,legislative_steps.1.legislative_step_id,act_features',
        `${act.title},TRUE,${word}1,105/02/01,"第一條，
第二行, ""引號""",1050201,${word}一讀,民國105年2月2日,${step.id},[]`,
        `${act.id},否,${word}2,2016/2/1,"""  前後  """,,,,,"[]"`,
        `${act.id},0,${word}3,2016-02-01,,2016-02-03,${word} 一讀,,,[]`,
      ].join('\r\n'),
    );
    const { code, out, err } = await importAll();
    expect([code, err]).toEqual([0, '']);
    expect(['parties', 'personas', 'rs_bills'].map((name) => countsOf(out, name)?.[0])).toEqual(['2', '2', '3']);

    const parties = await named('/console/lab/parties?name=', word);
    expect(parties.map(({ name, abbreviation, color }) => [name, abbreviation, color])).toEqual([
      [`${word}黨`, '甲', '#000095,#ffffff'],
      [`${word};黨`, '乙', null],
    ]);
    const personas = await named('/console/lab/personas?name=', word);
    expect(personas.map(({ name, handle }) => [name, handle])).toEqual([
      [`${word}人`, null],
      [`${word}"人"`, 'a"b'],
    ]);
    const rows = (await get(`/console/lab/rs_bills?act=${act.id}&all`)).body.rows as { id: number }[];
    const bills = await Promise.all(rows.map(async ({ id }) => (await get(`/console/lab/rs_bills/${id}`)).body));
    const by = Object.fromEntries(bills.map((bill) => [bill.version_no.slice(word.length), bill]));
    const day = (date: number) => Date.UTC(2016, 1, date);
    const done = (date: number) => ({ date: day(date), legislative_step_id: step.id });
    expect(by[1]).toMatchObject({
      is_law: true,
      date: day(1),
      content: '第一條，\n第二行, "引號"',
      legislative_steps: [done(1), done(2)],
    });
    expect(by[2]).toMatchObject({ is_law: false, date: day(1), content: '  前後  ', legislative_steps: [] });
    expect(by[3]).toMatchObject({ is_law: false, date: day(1), content: null, legislative_steps: [done(3)] });
  });

  it('are workbooks: thirty bills with names, three of them faulty, then fixed, imported and undone', async () => {
    const word = unique('簿');
    const act = await make('act', { title: `${word}勞動基準法` });
    const rep = await make('rep', { name: `${word}王小明` });
    const before = (await get('/console/lab/rs_bills')).body.totalRowCount;
    const sheet = (act_id: string, sponsor: string, is_law: string) =>
      writeExcelFile([
        ['act_id', 'is_law', 'version_no', 'date', 'sponsors', 'content', 'act_features'].map((value) => ({ value })),
        ...Array.from({ length: 30 }, (_, index) => [
          { value: index === 4 ? act_id : act.title },
          index === 19 ? { value: is_law } : { value: true },
          { value: `${word}${index}` },
          { value: new Date(Date.UTC(2016, 1, 1)), format: 'yyyy/mm/dd', type: Date },
          { value: index === 9 ? sponsor : rep.name },
          null,
          { value: '[]' },
        ]),
      ]).toBuffer();
    const file = `${word}的試算表.xlsx`;
    const run = (command: string, ...more: string[]) => content([command, at(file), '--resource', 'rs_bills', ...more]);
    await write(file, await sheet(`${word}勞動基準`, `${word}王大明`, '也許'));
    const faulty = await run('plan', '-o', at('a.plan'));
    expect(faulty.code).toBe(1);
    const expected = [
      [`record 5 (line 6): act_id: acts has no record named "${word}勞動基準"`, `"${act.title}" (${act.id})`],
      [`record 10 (line 11): sponsors[0]: reps has no record named "${word}王大明"`, `"${rep.name}" (${rep.id})`],
      ['record 20 (line 21): is_law: must be true or false', ''],
    ];
    expect(faultsIn(faulty.err)).toHaveLength(3);
    for (const [fault = '', suggestion = ''] of expected) {
      const line = faulty.err.split('\n').find((each) => each.includes(fault));
      expect([fault, line]).toEqual([fault, expect.stringContaining(suggestion)]);
    }

    await write(file, await sheet(act.title, rep.name, '否'));
    const done = await run('import');
    expect([done.code, done.err, countsOf(done.out, 'rs_bills')]).toEqual([0, '', ['30', '0', '0']]);
    const { rows, totalRowCount } = (await get(`/console/lab/rs_bills?act=${act.id}&all`)).body;
    expect([totalRowCount, rows[0].date, rows.filter(({ is_law }: { is_law: boolean }) => !is_law).length]).toEqual([
      30,
      Date.UTC(2016, 1, 1),
      1,
    ]);
    const again = await run('import', '--match', 'version_no');
    expect(countsOf(again.out, 'rs_bills')).toEqual(['0', '0', '30']);
    const [, batch = ''] = /batch (\d+)/.exec(done.out) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    expect((await get('/console/lab/rs_bills')).body.totalRowCount).toBe(before);
  });

  it('come from standard input with --resource', async () => {
    const word = unique('流');
    const lines = `${JSON.stringify({ name: `${word}甲` })}\n\n${JSON.stringify({ name: `${word}乙` })}`;
    const taken = await content(['import', '-', '--resource', 'zones'], lines);
    expect([taken.code, taken.err, countsOf(taken.out, 'zones')]).toEqual([0, '', ['2', '0', '0']]);
    const csv = await content(
      ['import', '-', '--resource', 'zones', '--match', 'name'],
      `\ufeffname\r\n${word}甲\r\n${word}丙\r\n`,
    );
    expect([csv.code, countsOf(csv.out, 'zones')]).toEqual([0, ['1', '0', '1']]);
    const zones = await named('/console/lab/zones?name=', word);
    expect(zones.map(({ name }) => name)).toEqual([`${word}甲`, `${word}乙`, `${word}丙`]);
    const unknown = await content(['plan', '-'], lines);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('standard input: give --resource')]);
    const fault = await content(
      ['plan', '-', '--resource', 'zones'],
      '{"name": "a"}\n{"name": 3, "nome": 1}\n{"name": ""}',
    );
    expect([fault.code, fault.err]).toEqual([
      1,
      'standard input, record 3 (line 3): name: must not be empty [REQUIRED]; given: ""\n',
    ]);
    expect(fault.out).toContain('Unknown field, ignored: standard input: nome (1 record)');
  });

  it('are refused with every unknown column and missing cell', async () => {
    await write('acts.csv', 'title,offical_seq_no,specific_topics,titel\n法,1,,\n');
    await write('docs.csv', 'title,content\n題\n');
    const { code, err } = await importAll();
    expect(code).toBe(2);
    expect(err).toContain(
      'acts.csv, line 1: acts has no field for the column "offical_seq_no": did you mean "official_seq_no"?',
    );
    expect(err).toContain('the column "titel": did you mean "title"?');
    expect(err).toContain('docs.csv, line 2: expected 2 cells as in the first line, found 1');
  });
});
