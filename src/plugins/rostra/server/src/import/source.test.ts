import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import writeExcelFile from 'write-excel-file/node';
import { resources } from '../../../../../resources';
import { register } from '../resource/registry';
import type { SourceRecord } from './record';
import { type SourceOptions, sourcesOf } from './source';

let folder = '';

beforeAll(() => register({ resources, views: [], endpoints: [] }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-source-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => (name === '-' ? name : path.join(folder, name));
const write = (name: string, content: string | Buffer) => writeFile(at(name), content);

/** The records of the one source behind a path, read twice. */
async function read(name: string, options: SourceOptions = {}): Promise<SourceRecord[]> {
  const [source] = await sourcesOf([at(name)], options);
  if (!source) throw new Error('there is no source');
  const [first, second] = [[] as SourceRecord[], [] as SourceRecord[]];
  for await (const each of source.records()) first.push(each);
  for await (const each of source.records()) second.push(each);
  expect(second).toEqual(first);
  return first;
}

/** The fault of a source, with file names instead of paths. */
async function fault(name: string, options: SourceOptions = {}): Promise<string> {
  const error = await read(name, options).then(
    () => undefined,
    (reason: Error) => reason,
  );
  return error?.message.replaceAll(`${folder}${path.sep}`, '') ?? 'nothing';
}

const values = async (name: string, options: SourceOptions = {}) =>
  (await read(name, options)).map(({ value }) => value);

describe('JSON', () => {
  it('is an array, each record with its line', async () => {
    await write('rs_tags.json', '\uFEFF[\n {"id": 1, "name": "甲]}\\"\\\\"},\n {"id": 2,\n  "name": "乙"}\n]\n');
    expect(await read('rs_tags.json')).toEqual([
      { record: 1, line: 2, value: { id: 1, name: '甲]}"\\' } },
      { record: 2, line: 3, value: { id: 2, name: '乙' } },
    ]);
  });

  it('is an array in one line, or empty', async () => {
    await write('rs_tags.json', '[{"name":"甲"},{"name":"乙"}]');
    expect(await read('rs_tags.json')).toEqual([
      { record: 1, value: { name: '甲' } },
      { record: 2, value: { name: '乙' } },
    ]);
    await write('rs_tags.json', ' [ ] ');
    expect(await read('rs_tags.json')).toEqual([]);
    await write('rs_tags.ndjson', '');
    expect(await read('rs_tags.ndjson')).toEqual([]);
  });

  it('has one record per line, ended by line feeds only', async () => {
    await write('rs_tags.jsonl', '{"name":"甲\u2028乙"}\r\n\n{"name":"丙"}');
    expect(await read('rs_tags.jsonl')).toEqual([
      { record: 1, line: 1, value: { name: '甲\u2028乙' } },
      { record: 2, line: 3, value: { name: '丙' } },
    ]);
  });

  it('yields values other than objects unchanged', async () => {
    await write('rs_tags.json', '[1, "x", null, [2]]');
    expect(await values('rs_tags.json')).toEqual([1, 'x', null, [2]]);
  });

  it('is read in chunks of any size', async () => {
    const records = Array.from({ length: 3000 }, (_, index) => ({
      id: index,
      name: `名稱"\\${'臺'.repeat(index % 300)}`,
    }));
    await write('rs_tags.json', JSON.stringify(records, null, 1));
    expect(await values('rs_tags.json')).toEqual(records);
    await write('rs_tags.ndjson', records.map((each) => JSON.stringify(each)).join('\n'));
    expect(await values('rs_tags.ndjson')).toEqual(records);
  });

  it.each([
    [
      '[{"id": 1, ',
      'rs_tags.json: not a JSON array: record 1, which begins in line 1, does not end. Is the file complete?',
    ],
    ['[{"id": 1},\n', 'rs_tags.json: not a JSON array: it does not end after record 1. Is the file complete?'],
    ['[{"id": 1}\n{"id": 2}]', 'rs_tags.json, line 2: invalid JSON: record 1: more text follows its end'],
    ['[{"id": 1},\n]', 'rs_tags.json, line 2: not a JSON array: record 2 is missing'],
    ['[{"id": 1}]\n[]', 'rs_tags.json, line 2: not a JSON array: more text follows its end'],
    ['[\n{"id": 1},\n{"id": 2,\n "name" "x"}]', 'rs_tags.json, line 4: invalid JSON: record 2: '],
    ['{"id": 1}\n{"id": }', "rs_tags.json, line 2: invalid JSON: record 2: Unexpected token '}'"],
    ['id,name\n1,x', 'rs_tags.json: is neither a JSON array nor one JSON object per line: if it is CSV, name it .csv'],
    ['', 'rs_tags.json: is empty: write [] for no records'],
    ['<!DOCTYPE html>', 'rs_tags.json: is HTML or XML: perhaps a web page was saved instead of the data'],
  ])('%j is refused', async (content, expected) => {
    await write('rs_tags.json', content);
    expect(await fault('rs_tags.json')).toContain(expected);
  });

  it('in another encoding is refused, with the line', async () => {
    await write('rs_tags.json', Buffer.from('[{"name": "甲"}]', 'utf16le'));
    expect(await fault('rs_tags.json')).toMatch(/^rs_tags.json: is not text, or is UTF-16: save it as UTF-8/);
    await write(
      'rs_tags.ndjson',
      Buffer.concat([Buffer.from('{"name":"甲"}\n{"name":"'), Buffer.from([0xa4, 0xa4]), Buffer.from('"}')]),
    );
    expect(await fault('rs_tags.ndjson')).toMatch(/^rs_tags.ndjson, line 2: is not UTF-8: save it as UTF-8/);
  });
});

describe('CSV', () => {
  it.each([
    ['commas', 'id,name,slug\n1,甲,a\n'],
    ['semicolons', 'id;name;slug\n1;甲;a\n'],
    ['tabs', 'id\tname\tslug\n1\t甲\ta\n'],
    ['a byte order mark and CRLF', '\uFEFFid,name,slug\r\n1,甲,a\r\n'],
    ['quotes', '"id","name","slug"\n"1","甲","a"'],
    ['empty lines, blanks and empty columns', '\n id , name ,slug,,\n\n1 , 甲 ,a,,\n,,,,\n'],
    ['remarks', 'id,name,# 備註,slug\n1,甲,不要,a'],
  ])('has %s', async (_, content) => {
    await write('rs_tags.csv', content);
    expect(await values('rs_tags.csv')).toEqual([{ id: 1, name: '甲', slug: 'a' }]);
  });

  it('keeps the line that a record begins in, with CRLF and line breaks in texts', async () => {
    await write('rs_tags.csv', 'id,name,description\r\n1,甲,"一\r\n二\r\n"\r\n\r\n2,乙,"說 ""三"", 四"\r\n3,丙,');
    expect(await read('rs_tags.csv')).toEqual([
      { record: 1, line: 2, value: { id: 1, name: '甲', description: '一\r\n二\r\n' } },
      { record: 2, line: 6, value: { id: 2, name: '乙', description: '說 "三", 四' } },
      { record: 3, line: 7, value: { id: 3, name: '丙' } },
    ]);
  });

  it('has rows in columns, as JSON, or as JSON for each row', async () => {
    await write(
      'rs_bills.csv',
      [
        'id;act_id;is_law;date;tags;legislative_steps.0.date;legislative_steps.0.legislative_step_id;legislative_steps.2.date;st_questions;act_features.0',
        '1;廢核法案;是;105/02/01;勞動、3;105/2/1;3;2016/2/2;"[{""st_question_id"": 3}]";"{""content"": ""長""}"',
        '2;;;;;;;105/2/2;;',
      ].join('\n'),
    );
    expect(await values('rs_bills.csv')).toEqual([
      {
        id: 1,
        act_id: '廢核法案',
        is_law: true,
        date: '2016-02-01',
        tags: ['勞動', 3],
        legislative_steps: [{ date: '2016-02-01', legislative_step_id: 3 }, { date: '2016-02-02' }],
        st_questions: [{ st_question_id: 3 }],
        act_features: [{ content: '長' }],
      },
      { id: 2, legislative_steps: [{ date: '2016-02-02' }] },
    ]);
  });

  it('has rows within rows', async () => {
    await write('bill_data_sets.csv', 'id,name,scores.0.bill_id,scores.0.score_per_act_feature.1.score\n1,甲,3,5\n');
    expect(await values('bill_data_sets.csv')).toEqual([
      { id: 1, name: '甲', scores: [{ bill_id: 3, score_per_act_feature: [{ score: 5 }] }] },
    ]);
  });

  it('identifies a term by its index, the children of a topic by id', async () => {
    await write('terms.csv', 'index,start_date\n9,105/2/1');
    expect(await values('terms.csv')).toEqual([{ index: 9, start_date: '2016-02-01' }]);
    await write('specific_topics.csv', 'id,act_dirs.0.id,act_dirs.0.name\n1,7,修正');
    expect(await values('specific_topics.csv')).toEqual([{ id: 1, act_dirs: [{ id: 7, name: '修正' }] }]);
  });

  it('names the line of a broken quote, line 9,000', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `${index + 1},標籤 ${index + 1},"說明, ${index + 1}"`);
    const broken = (row: string) =>
      ['id,name,description', ...rows.slice(0, 8998), row, ...rows.slice(8999)].join('\n');
    await write('rs_tags.csv', broken('8999,標籤,"說明'));
    expect(await fault('rs_tags.csv')).toMatch(/^rs_tags.csv, line 9000: a quote inside a cell: write ""/);
    await write('rs_tags.csv', broken('8999,標籤 "8999",說明'));
    expect(await fault('rs_tags.csv')).toMatch(/^rs_tags.csv, line 9000: a quote /);
    await write(
      'rs_tags.csv',
      broken('8999,標籤,"說明')
        .replaceAll(/"(說明, \d+)"/g, '$1')
        .replaceAll('說明, ', '說明'),
    );
    expect(await fault('rs_tags.csv')).toMatch(/^rs_tags.csv, line 9000: a quote is not closed: close it, or write ""/);
  });

  it.each([
    ['', 'rs_tags.csv: is empty; the first line must name the columns'],
    [
      'id,name,colour\n1,a,b',
      'rs_tags.csv, line 1: rs_tags has no field for the column "colour": its columns are id, name, slug',
    ],
    ['id,nmae\n1,a', 'line 1: rs_tags has no field for the column "nmae": did you mean "name"?'],
    ['id,name,name\n1,a,b', 'line 1: the column "name" occurs more than once'],
    ['id,name,,slug\n1,a,b,c', 'line 2: cell 3 is in a column without a name: give that column a name'],
    [
      'id,name\n1,a,b',
      'line 2: cell 3 is in a column without a name: expected 2 cells as in the first line, found 3: put',
    ],
    ['id,name,slug\n1,a', 'line 2: expected 3 cells as in the first line, found 2'],
    ['id,name.0.x\n1,a', 'line 1: rs_tags has no field for the column "name.0.x"'],
    ['[{"id": 1}]', 'rs_tags.csv: contains JSON: name it .json'],
    ['1,2\n3,4', 'line 1: rs_tags has no field for the column "1"'],
  ])('%j is refused', async (content, expected) => {
    await write('rs_tags.csv', content);
    expect(await fault('rs_tags.csv')).toContain(expected);
  });

  it('lists every wrong column', async () => {
    await write(
      'rs_bills.csv',
      'id,act,act_id,legislative_steps,legislative_steps.0.date,legislative_steps.0.when,sponsors.0\n1',
    );
    const message = await fault('rs_bills.csv');
    for (const name of ['act', 'legislative_steps.0.when', 'sponsors.0'])
      expect(message).toContain(`has no field for the column "${name}"`);
  });

  it('takes rows as JSON or in columns, but not both in one record', async () => {
    const header = 'id,act_features,act_features.0.content\n';
    await write('rs_bills.csv', `${header}1,[],\n2,,甲\n`);
    const [first, second] = await values('rs_bills.csv');
    expect([first, second]).toEqual([
      { id: 1, act_features: [] },
      { id: 2, act_features: [{ content: '甲' }] },
    ]);
    await write('rs_bills.csv', `${header}1,[],\n2,[],甲\n`);
    expect(await fault('rs_bills.csv')).toContain(
      'line 3: "act_features" and "act_features.0.content" set the same value: leave one of them empty',
    );
  });

  it('in another encoding is refused, with the line', async () => {
    await write('rs_tags.csv', Buffer.from('\uFEFFid\tname\n1\t甲', 'utf16le'));
    expect(await fault('rs_tags.csv')).toMatch(/^rs_tags.csv: is UTF-16: save it as UTF-8 \(in Excel: /);
    // Big5
    await write(
      'rs_tags.csv',
      Buffer.concat([Buffer.from('id,name\n1,a\n2,'), Buffer.from([0xa5, 0xd2]), Buffer.from('\n')]),
    );
    expect(await fault('rs_tags.csv')).toMatch(/^rs_tags.csv, line 3: is not UTF-8: save it as UTF-8/);
  });
});

describe('a workbook', () => {
  type Sheets = Parameters<typeof writeExcelFile>[0];
  const workbook = (name: string, sheets: { sheet: string; data: unknown[][] }[]) =>
    writeExcelFile(sheets.map((each) => ({ ...each, dateFormat: 'yyyy/mm/dd' })) as Sheets).toFile(at(name));

  it('has texts, numbers, booleans and dates in cells, and empty rows at its end', async () => {
    const date = new Date('2016-02-01T08:30:00Z');
    await workbook('rs_bills.xlsx', [
      {
        sheet: 'Sheet1',
        data: [
          ['id', 'version_no', 'is_law', 'date', 'content', null],
          [1, 12, true, date, ' 甲\n乙 ', null],
          [null, null, null, null, null, null],
          ['2', '012', '否', '105/2/1', null, null],
          [null, ' ', null, null, null, null],
        ],
      },
    ]);
    expect(await read('rs_bills.xlsx')).toEqual([
      {
        record: 1,
        line: 2,
        value: { id: 1, version_no: '12', is_law: true, date: '2016-02-01T08:30:00.000Z', content: '甲\n乙' },
      },
      { record: 2, line: 4, value: { id: 2, version_no: '012', is_law: false, date: '2016-02-01' } },
    ]);
  });

  it('is read at the sheet named after the resource', async () => {
    const sheets = [
      { sheet: 'notes', data: [['x']] },
      {
        sheet: 'rs_tags',
        data: [
          ['id', 'name'],
          [3, '甲'],
        ],
      },
    ];
    await workbook('rs_tags.xlsx', sheets);
    expect(await values('rs_tags.xlsx')).toEqual([{ id: 3, name: '甲' }]);
    await workbook('acts.xlsx', sheets);
    expect(await fault('acts.xlsx')).toContain('acts.xlsx, line 1: acts has no field for the column "x"');
  });

  it('has formulas, read as their results; formulas without result are listed', async () => {
    const data = [
      ['id', 'name', 'slug'],
      [1, 'A', 'B'],
      [2, 'C', 'D'],
    ];
    const formulas = (results: Record<string, string>) => ({
      transform: (xml: string) =>
        xml.replaceAll(/<c r="([A-Z]\d)" t="s"><v>\d+<\/v><\/c>/g, (cell, place: string) => results[place] ?? cell),
    });
    const made = (results: Record<string, string>) =>
      writeExcelFile(
        data,
        {},
        { features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': formulas(results) } } }] },
      );
    await made({
      B2: '<c r="B2" t="str"><f>"甲"</f><v>甲</v></c>',
      C2: '<c r="C2" t="str"><f>""</f><v></v></c>',
      B3: '<c r="B3"><f>1+1</f><v>2</v></c>',
    }).toFile(at('rs_tags.xlsx'));
    expect(await values('rs_tags.xlsx')).toEqual([
      { id: 1, name: '甲' },
      { id: 2, name: '2', slug: 'D' },
    ]);
    await made({ B2: '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', C3: '<c r="C3"><f>1+1</f><v></v></c>' }).toFile(
      at('rs_tags.xlsx'),
    );
    expect(await fault('rs_tags.xlsx')).toBe(
      'rs_tags.xlsx: formulas have no result in B2 (#DIV/0!), C3 (not calculated): fix them, or replace them by values',
    );
  });

  it('in another format is refused', async () => {
    await write('rs_tags.xlsx', 'id,name\n1,甲');
    expect(await fault('rs_tags.xlsx')).toBe('rs_tags.xlsx: is not a workbook: if it is CSV, name it .csv');
    await write('rs_tags.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    expect(await fault('rs_tags.xlsx')).toContain('is an old workbook (.xls) or has a password: save it as .xlsx');
    await write('rs_tags.xlsx', Buffer.from('504b0304ffffffffffffffffffff', 'hex'));
    expect(await fault('rs_tags.xlsx')).toContain('rs_tags.xlsx: is not a readable workbook');
    await workbook('rs_tags.csv', [{ sheet: 'a', data: [['id'], [1]] }]);
    expect(await fault('rs_tags.csv')).toBe('rs_tags.csv: is a workbook: name it .xlsx');
  });
});

describe('sources', () => {
  it('are the files of a folder in the order of the registry', async () => {
    await write('rs_bills.ndjson', '');
    await write('parties.csv', 'id,name\n');
    await write('terms.json', '[]');
    await write('~$terms.xlsx', 'x');
    await write('README.md', 'x');
    expect((await sourcesOf([folder])).map(({ resource }) => resource.name)).toEqual(['terms', 'parties', 'rs_bills']);
  });

  it('of one resource come once in a folder', async () => {
    await write('acts.csv', 'id\n');
    await write('acts.json', '[]');
    expect(await fault('.')).toContain('acts.csv and acts.json both contain acts: keep one of them');
  });

  it('have any name when the resource is given', async () => {
    await write('名單.txt', 'id;name\n1;甲');
    expect(await values('名單.txt', { resource: 'reps' })).toEqual([{ id: 1, name: '甲' }]);
    await write('名單', '[{"name": "甲"}]');
    expect(await values('名單', { resource: 'reps' })).toEqual([{ name: '甲' }]);
    expect(await fault('名單', { resource: 'rep' })).toContain(
      'there is no resource "rep"; the resources are terms, parties,',
    );
    expect(await fault('名單')).toContain('名單: name the file after its resource, with the ending .json');
  });

  it('may be standard input, readable twice', async () => {
    const stdin = () => Readable.from([Buffer.from('id,na'), Buffer.from('me\n1,甲\n')]);
    expect(await values('-', { resource: 'reps', stdin: stdin() })).toEqual([{ id: 1, name: '甲' }]);
    const [source] = await sourcesOf(['-'], { resource: 'reps', stdin: stdin() });
    expect(source).toMatchObject({ label: 'standard input', bytes: 14 });
    expect(await fault('-', { stdin: stdin() })).toContain('standard input: give --resource');
    expect(await fault('-', { resource: 'reps', stdin: Readable.from([Buffer.from('id\n"1')]) })).toContain(
      'standard input, line 2: a quote is not closed',
    );
  });

  it('are refused when they contain records of another resource', async () => {
    const bill = { id: 1, act_id: 2, is_law: true, act_features: [], content: '甲', version_no: '1' };
    await write('rs_votes.json', JSON.stringify([bill]));
    expect(await fault('rs_votes.json')).toBe(
      'rs_votes.json: these are not rs_votes. Their fields (act_id, is_law, act_features, content, version_no) look like rs_bills: name the file after that',
    );
    await write('rs_votes.csv', 'id,act_id,is_law,act_features,version_no\n');
    expect(await fault('rs_votes.csv')).toContain('rs_votes.csv, line 1: these are not rs_votes. Their fields');
    await write('rs_votes.ndjson', JSON.stringify({ id: 1, colour: 'red' }));
    expect(await fault('rs_votes.ndjson')).toBe(
      'rs_votes.ndjson: these are not rs_votes: none of their fields is known (colour)',
    );
    await write('rs_votes.ndjson', JSON.stringify({ id: 1, content: '乙' }));
    expect(await values('rs_votes.ndjson')).toEqual([{ id: 1, content: '乙' }]);
  });

  it('list every fault', async () => {
    await write('acts.json', '[');
    await write('reps.csv', 'x');
    const message = await sourcesOf([at('acts.json'), at('reps.csv'), at('colours.json'), at('none.json')]).catch(
      String,
    );
    for (const name of ['acts.json', 'reps.csv', 'colours.json', 'none.json']) expect(message).toContain(name);
  });
});
