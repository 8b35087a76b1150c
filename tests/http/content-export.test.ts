import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { create, del, get, useService } from '../support/client';
import { type CommandHost, runInHost, startCommandHost, stopCommandHost } from '../support/command-host';
import { contentFolder } from '../support/content';
import { completeBody, itemOf, make } from '../support/factory';
import { editorOf, type Reader } from '../support/log-in';
import { readDetails, readEverything, type sharedReader } from '../support/read-everything';
import { type Done, removeService, type Service, startService } from '../support/service';
import { databaseUrlOf } from '../support/test-service';

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
  const { at } = contentFolder();
  let count = 0;
  let service: Service;
  let host: CommandHost;
  let reader: Reader;

  beforeAll(async () => {
    service = await startService({ SAMPLE_DATA: 'true' });
    [host, reader] = await Promise.all([startCommandHost(service.environment), editorOf(service)]);
    useService(reader.url, reader.authorization);
    for (const of of resources) {
      await create(of.paths.create, await nastyBody(of));
      const gone = await make(of.kind);
      if (of.operations.includes('remove')) await del(itemOf(of, gone, 'remove'));
      await make(of.kind);
    }
  });

  afterAll(async () => {
    if (host) await stopCommandHost(host);
    if (service) await removeService(service);
  });

  /** A body with every field, texts that are easily changed, and dates long ago. */
  async function nastyBody(of: Resource): Promise<Record<string, unknown>> {
    const body = await completeBody(of);
    for (const [name, { kind, isRequired }] of Object.entries(of.fields)) {
      count += 1;
      const nasty = NASTY[count % NASTY.length];
      if (kind === 'text') body[name] = !isRequired && count % 5 === 0 ? '' : nasty;
      if (kind === 'textList') body[name] = [nasty, '', '甲;乙'];
      if (kind === 'epochMs') body[name] = -62_135_596_800_001 + 86_400_000 * 366;
      if (kind === 'utcText') body[name] = '1911-10-10T00:00:00.001Z';
      if (kind === 'jsonObject') body[name] = { [nasty ?? '']: [nasty, { 甲: null }, 1.5, false] };
    }
    return body;
  }

  const run = (...args: string[]) => runInHost(args, undefined, host.url);

  it('writes filtered records to a folder, or of one resource to standard output', async () => {
    const { body } = await get('/console/lab/rs_bills?all');
    const term = body.rows.find(({ term_index }: { term_index: number | null }) => term_index !== null).term_index;
    const bills = (await get(`/console/lab/rs_bills?all&term=${term}`)).body.rows as { id: number }[];
    const streamed = await run('export', 'rs_bills', '--filter', `term=${term}`, '--format', 'ndjson', '-o', '-');
    expect(streamed.code).toBe(0);
    const records = streamed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(records.map(({ id }) => id).sort()).toEqual(bills.map(({ id }) => id).sort());
    expect(bills.length).toBeLessThan(body.rows.length);

    const marked = await run('export', 'parties', 'rs_bills', '--filter', 'name=x', '-o', at('none'));
    expect([marked.code, marked.err]).toEqual([2, expect.stringContaining('The filter "name" of rs_bills is unknown')]);
    const two = await run('export', 'parties', 'acts', '-o', '-');
    expect([two.code, two.out]).toEqual([2, '']);
  });

  describe('of everything', () => {
    const formats = ['json', 'ndjson', 'csv', 'xlsx'];
    const exports = new Map<string, Done>();
    let folder: string;
    let exported: Record<string, string>;
    let details: Record<string, string>;
    let whole: ReturnType<typeof sharedReader>;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-export-'));
      whole = { ...reader, databaseUrl: await databaseUrlOf(service) };
      exported = await readEverything(whole);
      details = await readDetails(reader);
      for (const format of formats)
        exports.set(
          format,
          await run('export', '--all', '--format', format, '-o', path.join(folder, format), '--json'),
        );
      await makeEmpty(whole.databaseUrl);
      await expectEmpty();
    });

    afterAll(() => rm(folder, { recursive: true, force: true }));

    const expectEmpty = async () => {
      const left = await readEverything(whole);
      expect(Object.values(left).filter((text) => !text.startsWith('{"rows":[],"totalRowCount":0'))).toEqual([]);
    };

    it.each(formats)('as %s restores every answer in an empty database, byte for byte', async (format) => {
      const files = path.join(folder, format);
      const done = exports.get(format);
      expect([done?.code, done?.err]).toEqual([0, '']);
      const told = JSON.parse(done?.out ?? '').resources as { resource: string; faultCount: number }[];
      expect(told.filter(({ faultCount }) => faultCount > 0)).toEqual([]);
      expect((await readdir(files)).sort()).toEqual(told.map(({ resource }) => `${resource}.${format}`).sort());
      if (format === 'json') expect((await run('check')).out).toBe('0 records checked: no warnings.\n');
      if (format === 'csv') expect(await readFile(path.join(files, 'parties.csv'), 'utf8')).toMatch(/^\ufeffid,name/);
      const imported = await run('import', files);
      expect([imported.code, imported.err]).toEqual([0, '']);
      expect(await readEverything(whole)).toEqual(exported);
      // The same tables give the same details, and an undo does not know the format.
      if (format !== formats[0]) return makeEmpty(whole.databaseUrl);
      expect(await readDetails(reader)).toEqual(details);

      const [, batch = ''] = /Done: batch (\d+)\./.exec(imported.out) ?? [];
      const undone = await run('undo', batch);
      expect([undone.code, undone.err]).toEqual([0, '']);
      await expectEmpty();
    });
  });
});

/** Removes every record, its history and all imports, and lets identifiers begin again, as in a database that never had any. */
const makeEmpty = (connectionString: string): Promise<void> =>
  withClient({ connectionString }, async (client) => {
    const { rows } = await client.query(
      `select string_agg(quote_ident(tablename), ', ') as records from pg_tables
       where schemaname = current_schema() and tablename !~ '^(((rostra|strapi|admin|up|files|upload|i18n)(_|$))|citizen_emails)'`,
    );
    await client.query(`truncate ${rows[0].records} restart identity`);
    await client.query('truncate rostra_revisions, rostra_records, rostra_changes, rostra_batches restart identity');
  });
