import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IntegrityReport } from '../../src/plugins/newsroom/features/home/shared/home';
import { send, sql, statements, testService } from '../support/client';
import { make, unique, uniqueIndex } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { createPanelUser, createPanelUserAs, readPermission } from '../support/panel-users';
import { waitFor } from '../support/wait-for';

const ask = (path: string, options = {}) =>
  send('GET', `/newsroom/home/${path}`, undefined, { as: 'admin', ...options });

const day = (date: number) => Date.UTC(2020, 1, date);

/** Rebuilds the report and waits for it. */
async function checkNow(): Promise<IntegrityReport> {
  await finished();
  const began = await send('POST', '/newsroom/home/report', undefined, { as: 'admin' });
  expect([began.status, began.body.isRunning]).toEqual([202, true]);
  return finished();
}

const finished = (): Promise<IntegrityReport> =>
  waitFor(async () => {
    const { body } = await ask('report');
    return !body.isRunning && (body as IntegrityReport);
  });

describe('the home page', () => {
  it('lists the latest changes, and who made them', async () => {
    const party = await make('party', { name: unique('新黨') });
    const documentId = await documentOf('parties', party.id);
    const latest = async () =>
      (await send('GET', '/newsroom/history/changes?limit=15', undefined, { as: 'admin' })).body.rows[0];
    const first = { documentId, number: party.id, title: party.name };
    expect(await latest()).toMatchObject({ door: 'api', records: [{ uid: 'api::party.party', created: 1, first }] });
    await panel('PUT', 'api::party.party', `/${documentId}`, { abbreviation: '改' });
    expect(await latest()).toMatchObject({
      door: 'panel',
      by: { name: 'Rostra Admin' },
      records: [{ uid: 'api::party.party', changed: 1, first }],
    });
  });

  it('counts the bills of a term by their last step', async () => {
    const term_index = uniqueIndex();
    const [introduced, passed] = [await make('legislative-step'), await make('legislative-step')];
    const steps = (...legislativeSteps: { id: number }[]) =>
      legislativeSteps.map(({ id }, index) => ({ date: day(index + 1), legislative_step_id: id }));
    await make('bill', { term_index, is_law: false, legislative_steps: steps(introduced) });
    await make('bill', { term_index, is_law: false, legislative_steps: steps(introduced) });
    await make('bill', { term_index, is_law: true, legislative_steps: steps(introduced, passed).reverse() });
    await make('bill', { term_index, is_law: false });
    const own = (await ask('bills')).body.filter(({ term }: { term: number }) => term === term_index);
    expect(own).toHaveLength(3);
    expect(own).toEqual(
      expect.arrayContaining([
        { term: term_index, step: introduced.name, isLaw: false, count: 2 },
        { term: term_index, step: passed.name, isLaw: true, count: 1 },
        { term: term_index, step: null, isLaw: false, count: 1 },
      ]),
    );
  });

  it('counts the votes of a term by month', async () => {
    const term_index = uniqueIndex();
    for (const date of [day(3), day(4), Date.UTC(2020, 2, 1)]) await make('vote', { term_index, date });
    const own = (await ask('votes')).body.filter(({ term }: { term: number }) => term === term_index);
    expect(own).toEqual([
      { term: term_index, month: '2020-02', count: 2 },
      { term: term_index, month: '2020-03', count: 1 },
    ]);
  });

  it('checks all records on request, stores the report with its time, and never runs twice at once', async () => {
    await make('vote', { source_link: '無' });
    const before = Date.now();
    const report = await checkNow();
    expect(Date.parse(report.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(report.kinds.find(({ code }) => code === 'LINK_NO_URL')?.count).toBeGreaterThan(0);
    const again = await ask('report');
    expect(again.body.at).toBe(report.at);

    const began = await Promise.all(
      [1, 2, 3].map(() => send('POST', '/newsroom/home/report', undefined, { as: 'admin' })),
    );
    expect(began.map(({ status }) => status)).toEqual([202, 202, 202]);
    const after = await finished();
    expect(after.at).not.toBe(report.at);
    expect((await ask('report')).body).toMatchObject({ at: after.at, isRunning: false });
  });

  it('links each finding to its record', async () => {
    const report = await checkNow();
    const named = report.faults.filter(({ uid }) => uid === 'api::vote.vote');
    expect(named.length).toBeGreaterThan(0);
    for (const { number, documentId, path } of named)
      expect([documentId, path]).toEqual([await documentOf('votes', number), expect.any(String)]);
  });

  it('is not rebuilt for every reader after it failed', async () => {
    await checkNow();
    const longAgo = new Date(Date.now() - 7_200_000).toISOString();
    await sql(
      `update strapi_core_store_settings set value = jsonb_set(value::jsonb, '{at}', to_jsonb($1::text))::text where key = 'plugin_newsroom_integrity-report'`,
      [longAgo],
    );
    expect((await ask('report')).body).toMatchObject({ at: longAgo, isRunning: false });
  });

  it('takes a fixed number of statements', async () => {
    await finished();
    for (const path of ['bills', 'votes', 'report']) {
      await ask(path);
      const count = await statements(() => ask(path));
      expect([path, count <= 2 + 6]).toEqual([path, true]);
    }
  });

  it('is for the panel, and shows nobody what they may not read', async () => {
    for (const path of ['bills', 'votes', 'report']) {
      expect((await ask(path, { as: 'public' })).status).toBe(401);
      expect((await ask(path, { as: 'editor' })).status).toBe(401);
    }
    await make('vote', { source_link: '無' });
    await make('tag');
    await checkNow();
    const tagReader = await createPanelUser([
      readPermission('api::tag.tag', ['name']),
      { action: 'plugin::newsroom.report' },
    ]);
    expect((await ask('bills', tagReader)).status).toBe(403);
    expect((await ask('votes', tagReader)).status).toBe(403);
    const report = (await ask('report', tagReader)).body as IntegrityReport;
    expect(report.faults.filter(({ uid }) => uid !== 'api::tag.tag')).toEqual([]);
    expect(report.kinds.find(({ code }) => code === 'LINK_NO_URL')).toBeUndefined();
    // Findings of votes concern fields that this user may not read; tags have no checks.
    const dateReader = await createPanelUser([
      readPermission('api::vote.vote', ['date', 'title']),
      { action: 'plugin::newsroom.report' },
    ]);
    expect((await ask('report', dateReader)).body).toMatchObject({ records: 0, kinds: [], faults: [] });
    const all = (await ask('report')).body as IntegrityReport;
    expect((await ask('report', await createPanelUserAs('rostra-reviewer'))).body).toEqual(all);
    expect(all.records).toBeGreaterThan(0);
    const stranger = await createPanelUser([readPermission('api::tag.tag', ['name'])]);
    expect((await ask('report', stranger)).status).toBe(403);
    expect((await send('POST', '/newsroom/home/report', undefined, stranger)).status).toBe(403);
  });
});

it('what is wrong with the backups is told to Super Admins only', async () => {
  const folder = path.join(testService.dataDir, 'backups');
  const file = path.join(folder, 'status.json');
  const faultFor = async (who: object) => (await send('GET', '/newsroom/desk/backups', undefined, who)).body;
  await rm(file, { force: true });
  expect(await faultFor({ as: 'admin' })).toEqual({ fault: null });
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify({ lastError: 'Damaged backups: one.' }));
  expect(await faultFor({ as: 'admin' })).toEqual({ fault: 'Damaged backups: one.' });
  expect(await faultFor({ as: 'panelEditor' })).toEqual({ fault: null });
  expect((await send('GET', '/newsroom/desk/backups', undefined, { as: 'public' })).status).toBe(401);
  await rm(file);
});
