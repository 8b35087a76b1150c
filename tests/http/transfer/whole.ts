import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { assertDatabase } from '../../../src/cli/strapi/stored';
import { resources } from '../../../src/resources';
import { readSettings } from '../../../src/runtime/settings';
import { keyOf, make } from '../../support/factory';
import { apiToken, panelToken } from '../../support/log-in';
import { credentialsOf, root, type Service } from '../../support/service';
import { databaseUrlOf } from '../../support/test-service';
import {
  answersOf,
  archive,
  builtFiles,
  changePassword,
  everyPath,
  inRepository,
  keyOfRevision,
  LOG_OF_ANOTHER,
  logsIn,
  OF_ANOTHER,
  query,
  readHistory,
  runStrapi,
  setUpTransfer,
  turnTo,
  uploads,
} from '../../support/transfer';

const transfer = setUpTransfer();

describe('an export of Strapi', () => {
  it('leaves nothing behind but its file, and no file of the built server is written again', async () => {
    expect(await readdir(transfer.folder)).toEqual(['all.tar', 'repository.tar']);
    const logs = [await logsIn(root), await logsIn(transfer.installation.folder)];
    expect(logs).toEqual([transfer.logs, [LOG_OF_ANOTHER]]);
    expect(await builtFiles()).toEqual(transfer.built);
    expect(transfer.built.size).toBeGreaterThan(1000);
  });

  it('can be read by its owner only: it holds hashes of passwords', async () => {
    for (const file of [archive(), archive('repository')]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is refused where there is no service, and creates none', async () => {
    const dataDir = path.join(transfer.folder, 'nothing');
    const postgres = (await databaseUrlOf(transfer.source)).replace(/\/[^/]*$/, '/postgres');
    const copy = ['export', '--no-encrypt', '-f', path.join(transfer.folder, 'nothing')];
    const to = { folder: root, environment: { ...inRepository().environment, DATA_DIR: dataDir } };
    const without = await runStrapi(to, copy);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining(`no database in ${dataDir}`) });
    expect(without.err).toContain('DATA_DIR');
    const foreign = assertDatabase(readSettings({ ...to.environment, DATABASE_URL: postgres }));
    await expect(foreign).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining('holds no tables of Rostra'),
    });
    expect((await readdir(transfer.folder)).filter((name) => name.startsWith('nothing'))).toEqual([]);
  });
});

describe('the first start in production', () => {
  it('prints no passwords: the banner names the file', async () => {
    const first = await credentialsOf(transfer.empty.dataDir);
    for (const { password } of Object.values(first)) expect(transfer.empty.log()).not.toContain(password);
    expect(transfer.empty.log()).toContain('credentials.json');
  });
});

describe('an import from development into a running production', () => {
  it('lets nobody do anything with a password of the first start there', async () => {
    const token = await apiToken(transfer.empty.url, (await credentialsOf(transfer.source.dataDir)).editor);
    for (const at of ['/console/lab/rs_bills', '/api/users/me'])
      expect([at, await refusalOf(transfer.empty, at, token)]).toEqual([at, [403, 'PASSWORD_CHANGE_REQUIRED']]);
  });

  it('lets nobody do anything in the panel with a password of the first start here', async () => {
    const token = await panelToken(transfer.empty.url, (await credentialsOf(transfer.empty.dataDir)).admin);
    expect(await refusalOf(transfer.empty, '/content-manager/content-types', token)).toEqual([
      403,
      'PASSWORD_CHANGE_REQUIRED',
    ]);
  });
});

describe('an import', () => {
  it('leaves nothing in the history of what is there already, although it writes every row anew', async () => {
    const after = await readHistory(transfer.source);
    const isThere = ([key, record]: [string, unknown]) => isDeepStrictEqual(transfer.before.records.get(key), record);
    const there = new Map([...transfer.exported.records].filter(isThere));
    expect(there.size).toBeGreaterThan(100);
    expect(transfer.before.records.size).toBeGreaterThanOrEqual(transfer.exported.records.size + resources.length);
    for (const [key, record] of there) expect([key, after.records.get(key)]).toEqual([key, record]);
    const written = new Set(after.revisions.slice(transfer.before.revisions.length).map(keyOfRevision));
    expect([...there.keys()].filter((key) => written.has(key))).toEqual([]);
    // What has changed since the export is as it was, and the history says so.
    const changed = [...transfer.exported.records].filter((each) => !isThere(each));
    expect(changed.map(([key]) => written.has(key))).toEqual(changed.map(() => true));
    expect(changed.length).toBeGreaterThan(1);
    for (const [key, { state }] of changed) expect([key, after.records.get(key)?.state]).toEqual([key, state]);
  });

  it.each([
    ['an empty service in production, without sources and compiler', async () => changePassword(transfer.empty)],
    ['a service in development that held other records, from the repository', () => turnTo(transfer.source)],
  ])('into %s gives every answer back, and new records identifiers of their own', async (_, turn) => {
    await turn();
    const imported = await answersOf(await everyPath());
    expect([...imported.keys()]).toEqual([...transfer.answers.keys()]);
    for (const [at, text] of transfer.answers) expect(`${at} ${imported.get(at)}`).toBe(`${at} ${text}`);
    expect(transfer.answers.size).toBeGreaterThan(500);
    for (const of of resources) {
      if (of.key.field) continue;
      expect({ [of.name]: keyOf(of, await make(of.kind)) > (transfer.highest.get(of) ?? 0) }).toEqual({
        [of.name]: true,
      });
    }
  });
});

describe('an import into an installation', () => {
  it('brings the uploaded files, and removes those that the database knew, and no others', async () => {
    expect(await uploads()).toEqual(
      [transfer.picture, transfer.overwritten, OF_ANOTHER].map((each) => path.basename(each)).sort(),
    );
    expect((await fetch(`${transfer.empty.url}${transfer.picture}`)).status).toBe(200);
    expect(await readFile(path.join(transfer.installation.folder, 'public', transfer.overwritten))).toEqual(
      transfer.original,
    );
  });

  it('that is asked to stop after its commit has done its work, and says so', () => {
    expect(transfer.imported.err).toContain('had already done its work');
    expect(transfer.imported.err).not.toContain('was stopped');
  });

  it('writes links in batches', async () => {
    const [most] = await query(
      transfer.empty,
      `create extension if not exists pg_stat_statements;
       select max(rows / calls)::int as links from pg_stat_statements where query like 'insert into "%\\_lnk"%'`,
    );
    expect(most?.links).toBeGreaterThan(200);
  });
});

describe('a command of Strapi that does not know how this project is built', () => {
  it.each([
    ['in the repository', inRepository, 'npm run build'],
    ['without sources', () => transfer.source, 'deploy the new build'],
  ])('is refused with what to do instead %s', async (_, where, instead) => {
    expect(await runStrapi(where(), ['build'])).toMatchObject({ code: 2, err: expect.stringContaining(instead) });
  });

  it('an import that cannot ask is refused with what to do', async () => {
    const { code, err } = await runStrapi(inRepository(), ['import', '-f', archive()]);
    expect([code, err]).toEqual([2, expect.stringContaining('--force')]);
  });
});

/** Status and message of an answer. */
async function refusalOf({ url }: Service, at: string, token: string): Promise<[number, string | undefined]> {
  const answer = await fetch(`${url}${at}`, { headers: { authorization: `Bearer ${token}` } });
  const { message, error } = (await answer.json()) as { message?: string; error?: { message: string } };
  return [answer.status, error?.message ?? message];
}
