import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isObject, type JsonObject } from '../../../../../../common/json';
import { sampleRecords } from '../../../../../../first-start/sample-data';
import { resources } from '../../../../../../resources';
import { sourcesOf } from '../../import/source';
import { parseRecord } from '../../operations/record';
import { register, resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { type ExportFormat, FORMATS } from '.';

let folder = '';

beforeAll(async () => {
  register({ resources, views: [], endpoints: [] });
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-formats-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

/** Writes records to a file named after their resource; returns its path. */
async function write(resource: Resource, records: JsonObject[], format: ExportFormat): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of FORMATS[format](resource, each(records), { hasBom: true })) parts.push(Buffer.from(part));
  const file = path.join(folder, `${resource.name}.${format}`);
  await writeFile(file, Buffer.concat(parts));
  return file;
}

/** A record in its canonical form, with its identifier. */
function canonicalOf(resource: Resource, value: unknown): JsonObject {
  const { record, findings } = parseRecord(resource, value, { isWhole: true });
  expect([findings.faults, findings.ignored.filter((name) => name !== resource.key.name)]).toEqual([[], []]);
  return { [resource.key.name]: isObject(value) ? (value[resource.key.name] as number) : 0, ...record };
}

async function readBack(resource: Resource, file: string): Promise<JsonObject[]> {
  const [source] = await sourcesOf([file]);
  const records: JsonObject[] = [];
  for await (const { value } of source?.records() ?? []) records.push(canonicalOf(resource, value));
  return records;
}

const formats = Object.keys(FORMATS) as ExportFormat[];

describe.each(formats)('an export as %s', (format) => {
  it.each(resources.map((each) => [each.name, each] as const))('returns %s', async (_, resource) => {
    const records = sampleRecords(resource.name).map((record) => canonicalOf(resource, record));
    expect(await readBack(resource, await write(resource, records, format))).toEqual(records);
  });

  it('returns every text', async () => {
    const texts = [
      ...['甲', ' 甲 ', '\t甲', '甲\n', '\r\n甲\r\n乙\r丙', '"', '"甲"', '甲,乙;丙\t丁、戊', '=1+1', '-5', '@a', '#a'],
      ...[
        'null',
        'true',
        '0012',
        '1e5',
        '[',
        '{}',
        '　',
        '\u00a0',
        '\ufeff',
        '\u2028\u2029',
        '\u0001\u001f\u007f\u0085',
      ],
      ...['_x0041_', '_x005F_', '_x000D_', 'constructor', '__proto__', 'toString', '<&>', ']]>', '\ufffd\uffff\ufdd0'],
      ...['\u{1fffe}甲\u{10ffff}', '𠮷', '\ue000', 'é', "'a", 'x'.repeat(32_000)],
    ];
    const resource = resourceByKind('tag');
    const records = texts.map((text, index) => ({ id: index + 1, name: text, slug: null, description: text }));
    expect(
      await readBack(
        resource,
        await write(resource, [...records, { id: 99, name: 'z', slug: '', description: '' }], format),
      ),
    ).toEqual([...records, { id: 99, name: 'z', slug: '', description: '' }]);
  });

  it('gives back every depth of JSON', async () => {
    const resource = resourceByKind('timeline');
    const data = { text: ' a\n"\u0001', list: [1, null, { x: [] }], big: 1e21, small: -0.000001, '': {} };
    const record = { id: 1, title: 't', description: 'd', data, authors: [3, 1], tags: [], events: [] };
    expect(await readBack(resource, await write(resource, [record], format))).toEqual([record]);
  });

  it('without records can be imported', async () => {
    const resource = resourceByKind('bill');
    expect(await readBack(resource, await write(resource, [], format))).toEqual([]);
  });
});

describe('an export', () => {
  it('as JSON has one record per line', async () => {
    const file = await write(
      resourceByKind('tag'),
      [
        { id: 1, name: '甲' },
        { id: 2, name: '乙' },
      ],
      'json',
    );
    expect(await readFile(file, 'utf8')).toBe('[\n{"id":1,"name":"甲"},\n{"id":2,"name":"乙"}\n]\n');
  });

  it('as CSV is what a spreadsheet reads: lists in a cell, days, empty cells', async () => {
    const act_features = [{ act_dir_id: 1, act_feature_id: 2, short_content: '短', content: '長' }];
    const bill = {
      id: 7,
      act_id: 3,
      is_law: false,
      date: Date.UTC(2016, 1, 1),
      sponsors: [4, 5],
      cosponsors: [],
      act_features,
    };
    const file = await write(resourceByKind('bill'), [bill], 'csv');
    expect(await readFile(file, 'utf8')).toBe(
      [
        '\uFEFFid,act_id,is_law,version_no,date,term_index,session_index,temp_session_index,principle_sponsor_type,principle_sponsor_value,sponsors,cosponsors,content,data_source_link,progress_source_link,tags,legislative_steps,st_questions,act_features',
        '7,3,false,,2016-02-01,,,,,,4;5,,,,,,,,"[{""act_dir_id"":1,""act_feature_id"":2,""short_content"":""短"",""content"":""長""}]"',
        '',
      ].join('\n'),
    );
  });

  it('as a workbook has a column for each nested row if one cell cannot hold them', async () => {
    const resource = resourceByKind('term');
    const district = (index: number) => ({
      name: `第${index}選區`,
      abbreviation: '選',
      zone_name: '區',
      index,
      neighborhoods: ['里'.repeat(200)],
    });
    const term = (index: number, districts: JsonObject[]) => ({
      index,
      start_date: 0,
      end_date: 1,
      sessions: [],
      parties: [],
      caucuses: [],
      districts,
    });
    const records = [
      term(
        0,
        Array.from({ length: 120 }, (_, index) => district(index)),
      ),
      term(9, [district(1)]),
    ];
    expect(await readBack(resource, await write(resource, records, 'xlsx'))).toEqual(records);
  });

  it('reports text that is too long for a cell', async () => {
    const records = [{ id: 7, name: '甲', description: 'x'.repeat(32_768) }];
    await expect(write(resourceByKind('tag'), records, 'xlsx')).rejects.toThrow(
      'rs_tags 7: description is too long for a cell of a workbook; choose another format',
    );
  });
});
