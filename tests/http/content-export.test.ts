import { readdir } from 'node:fs/promises';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { create, del, get, useService } from '../support/client';
import { type CommandHost, runInHost, startCommandHost, stopCommandHost } from '../support/command-host';
import { contentFolder, identifiersAfter } from '../support/content';
import { completeBody, itemOf, make } from '../support/factory';
import { editorOf, type Reader } from '../support/log-in';
import { readEverything } from '../support/read-everything';
import { removeService, type Service, startService } from '../support/service';

/** Texts that files and spreadsheets tend to change. */
const NASTY = [
  '一\u2028二\u2029三',
  ' 空白 ',
  '　全形　',
  '=1+1',
  '"引號", 逗號; 分號、頓號',
  '第一行\r\n第二行\t欄\n',
  '\ue000私用\u{f0000}𠮷',
  '0012',
  'null',
  '[1]',
  '{"a": 1}',
  '-5',
  '1e5',
  '2016/2/1',
  '\u0001_x0041_',
  '\ufeff記號',
];

describe('content export', () => {
  const { at, read } = contentFolder();
  const numbers = identifiersAfter(0);
  let [source, target]: Service[] = [];
  let hosts: CommandHost[] = [];
  let [from, to]: Reader[] = [];
  let exported: Record<string, string>;

  beforeAll(async () => {
    [source, target] = await Promise.all([startService({ SAMPLE_DATA: 'true' }), startService()]);
    hosts = await Promise.all([source, target].map(({ environment }) => startCommandHost(environment)));
    [from, to] = [await editorOf(source), await editorOf(target)];
    useService(from.url, from.authorization);
    for (const of of resources) {
      await create(of.paths.create, await nastyBody(of));
      const gone = await make(of.kind);
      if (of.operations.includes('remove')) await del(itemOf(of, gone, 'remove'));
      await create(of.paths.create, await nastyBody(of));
    }
    exported = await readEverything(from, 'all');
  });

  afterAll(async () => {
    await Promise.all(hosts.map(stopCommandHost));
    for (const service of [source, target]) if (service) await removeService(service);
  });

  /** A body with every field, texts that are easily changed, and dates long ago. */
  async function nastyBody(of: Resource): Promise<Record<string, unknown>> {
    const body = await completeBody(of);
    for (const [name, { kind, isRequired }] of Object.entries(of.fields)) {
      const [count = 0] = numbers(1);
      const nasty = NASTY[count % NASTY.length];
      if (kind === 'text') body[name] = !isRequired && count % 5 === 0 ? '' : nasty;
      if (kind === 'textList') body[name] = [nasty, '', '甲;乙'];
      if (kind === 'epochMs') body[name] = -62_135_596_800_001 + 86_400_000 * 366;
      if (kind === 'utcText') body[name] = '1911-10-10T00:00:00.001Z';
      if (kind === 'jsonObject') body[name] = { [nasty ?? '']: [nasty, { 甲: null }, 1.5, false] };
    }
    return body;
  }

  const ofSource = (...args: string[]) => runInHost(args, undefined, hosts[0]?.url);
  const ofTarget = (...args: string[]) => runInHost(args, undefined, hosts[1]?.url);

  it.each(['json', 'ndjson', 'csv', 'xlsx'])(
    'as %s restores every answer in an empty database, byte for byte',
    async (format) => {
      const done = await ofSource('export', '--all', '--format', format, '-o', at(format), '--json');
      expect([done.code, done.err]).toEqual([0, '']);
      const told = JSON.parse(done.out).resources as { resource: string; faultCount: number }[];
      expect(told.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
      expect((await readdir(at(format))).sort()).toEqual(told.map(({ resource }) => `${resource}.${format}`).sort());
      if (format === 'json') expect((await ofTarget('check')).out).toBe('0 records checked: no warnings.\n');
      if (format === 'csv') expect(await read('csv/parties.csv')).toMatch(/^\ufeffid,name/);
      const imported = await ofTarget('import', at(format));
      expect([imported.code, imported.err]).toEqual([0, '']);
      expect(await readEverything(to as Reader, 'all')).toEqual(exported);

      const [, batch = ''] = /Done: batch (\d+)\./.exec(imported.out) ?? [];
      const undone = await ofTarget('undo', batch);
      expect([undone.code, undone.err]).toEqual([0, '']);
      const left = await readEverything(to as Reader, 'all');
      expect(Object.values(left).every((text) => text.startsWith('{"rows":[],"totalRowCount":0'))).toBe(true);
    },
  );

  it('writes filtered records to a folder, or of one resource to standard output', async () => {
    const { body } = await get('/console/lab/rs_bills?all');
    const term = body.rows.find(({ term_index }: { term_index: number | null }) => term_index !== null).term_index;
    const bills = (await get(`/console/lab/rs_bills?all&term=${term}`)).body.rows as { id: number }[];
    const streamed = await ofSource('export', 'rs_bills', '--filter', `term=${term}`, '--format', 'ndjson', '-o', '-');
    expect(streamed.code).toBe(0);
    const records = streamed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(records.map(({ id }) => id).sort()).toEqual(bills.map(({ id }) => id).sort());
    expect(bills.length).toBeLessThan(body.rows.length);

    const marked = await ofSource('export', 'parties', 'rs_bills', '--filter', 'name=x', '-o', at('none'));
    expect([marked.code, marked.err]).toEqual([2, expect.stringContaining('The filter "name" of rs_bills is unknown')]);
    const two = await ofSource('export', 'parties', 'acts', '-o', '-');
    expect([two.code, two.out]).toEqual([2, '']);
  });
});
