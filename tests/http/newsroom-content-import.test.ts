import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SILENCE } from '../../src/plugins/newsroom/features/content-import/server/jobs';
import { get, patch, sql, testService } from '../support/client';
import { identifiersUpTo } from '../support/content';
import { withHeldTable } from '../support/database';
import { make, unique } from '../support/factory';
import { type Body, csv, type ImportFile, importClient, parties } from '../support/import-page';
import { createPanelUser, createPanelUserAs, permissionsOf } from '../support/panel-users';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const ids = identifiersUpTo(7_700_000);
const editor = { authorization: `Bearer ${testService.tokens.panelEditor}` };

const page = importClient(testService.url, editor.authorization);
const folderOf = (id: string) => path.join(testService.dataDir, 'imports', id);

describe('the import page', () => {
  it('is for those whose role has it', async () => {
    const stranger = importClient(testService.url, '');
    expect((await stranger.ask('GET', '')).status).toBe(401);
    expect((await importClient(testService.url, `Bearer ${testService.tokens.editor}`).ask('GET', '')).status).toBe(
      401,
    );
    const reviewer = importClient(testService.url, (await createPanelUserAs('rostra-reviewer')).authorization);
    for (const [method, to] of [
      ['GET', ''],
      ['GET', '/options'],
      ['POST', ''],
      ['POST', '/batches/1/undo'],
    ] as const)
      expect([method, to, (await reviewer.ask(method, to, method === 'POST' ? {} : undefined)).status]).toEqual([
        method,
        to,
        403,
      ]);
    const { status, body } = await page.ask('GET', '/options');
    expect(status).toBe(200);
    const names = body.resources.map(({ name }: { name: string }) => name);
    expect(names).toContain('rs_bills');
    expect(names.filter((name: string) => name.includes('mail'))).toEqual([]);
  });

  it('plans, shows every change, applies, and takes back', async () => {
    const party = await make('party', { name: unique('舊黨'), abbreviation: '舊' });
    const [fresh] = ids(1);
    const planned = await page.plan(
      parties(csv('id,name,abbreviation', `${party.id},${party.name},新`, `${fresh},${unique('黨')},甲`)),
    );
    expect(planned).toMatchObject({
      state: 'planned',
      by: { name: 'Rostra Editor' },
      outcome: {
        counts: { parties: { created: 1, changed: 1, removed: 0, unchanged: 0 } },
        faultCount: 0,
      },
    });
    expect((await get(`/console/lab/parties/${party.id}`)).body.abbreviation).toBe('舊');
    const { id } = planned;
    const changed = await page.ask('GET', `/${id}/changes?resource=parties&action=change`);
    expect(changed.body).toMatchObject({
      total: 1,
      rows: [
        {
          number: party.id,
          title: party.name,
          file: 'parties.csv',
          line: 2,
          fields: [{ name: 'abbreviation', kind: 'text', attributes: ['abbreviation'] }],
          before: { abbreviation: '舊' },
          after: { abbreviation: '新' },
          names: {},
        },
      ],
    });
    expect((await page.ask('GET', `/${id}/changes?resource=parties&action=create`)).body.rows[0]).toMatchObject({
      number: fresh,
      line: 3,
      documentId: null,
    });
    const applied = await page.apply(id);
    expect(applied).toMatchObject({ state: 'applied', batch: expect.any(Number) });
    expect((await get(`/console/lab/parties/${party.id}`)).body.abbreviation).toBe('新');
    expect((await get(`/console/lab/parties/${fresh}`)).status).toBe(200);
    expect(readdirSync(folderOf(id)).filter((name) => !name.startsWith('job.json'))).toEqual([]);
    const { body } = await page.ask('GET', '');
    expect(body.batches.rows[0]).toMatchObject({ number: applied.batch, label: 'parties.csv', undoneBy: null });

    // What it would do is known before, and not done.
    const preview = await page.ask('GET', `/batches/${applied.batch}/undo`);
    const counts = { parties: { created: 0, changed: 1, removed: 1, unchanged: 0 } };
    expect([preview.status, preview.body]).toEqual([
      200,
      { counts, refusalCount: 0, keptCount: 0, first: null, list: null },
    ]);
    expect((await get(`/console/lab/parties/${fresh}`)).status).toBe(200);
    const undo = await page.ask('POST', `/batches/${applied.batch}/undo`);
    expect(undo.status).toBe(201);
    expect(await page.waitUntilDone(undo.body.id)).toMatchObject({
      state: 'applied',
      kind: 'undo',
      undoes: applied.batch,
    });
    expect((await get(`/console/lab/parties/${party.id}`)).body).toEqual(party);
    expect((await get(`/console/lab/parties/${fresh}`)).status).toBe(404);
    const history = (await get(`/console/lab/parties/${party.id}/history`)).body.rows;
    const by = { kind: 'panelUser', id: expect.any(Number), name: 'Rostra Editor' };
    expect(history.slice(0, 2)).toEqual([
      expect.objectContaining({ kind: 'undo', door: 'panel', by }),
      expect.objectContaining({ kind: 'import', door: 'panel', by, batch: applied.batch }),
    ]);
    for (const method of ['GET', 'POST'])
      expect((await page.ask(method, `/batches/${applied.batch}/undo`)).status).toBe(409);
    expect((await page.ask('DELETE', `/${id}`)).status).toBe(204);
    expect(existsSync(folderOf(id))).toBe(false);
  });

  it('pages through many changes, and names what records refer to', async () => {
    const act = await make('act', { title: unique('法') });
    const rows = ids(45).map((id) => ({
      id,
      act_id: act.id,
      is_law: false,
      act_features: [],
      version_no: `第${id}號`,
      colour: 1,
    }));
    const { id, outcome } = await page.plan([
      { name: 'rs_bills.json', resource: 'rs_bills', text: JSON.stringify(rows) },
    ]);
    expect(outcome.ignored).toEqual({ 'rs_bills.json: colour': 45 });
    const third = await page.ask('GET', `/${id}/changes?resource=rs_bills&action=create&page=3`);
    expect([third.body.total, third.body.rows.length, third.body.rows.at(-1).number]).toEqual([45, 5, rows.at(-1)?.id]);
    expect(third.body.rows[0].title).toBe(`第${rows[40]?.id}號 · ${act.title}`);
    const [{ fields, before, after, names }] = third.body.rows;
    expect(fields).toContainEqual({ name: 'act_id', kind: 'reference', attributes: ['act'], of: 'api::act.act' });
    expect([before, after.act_id, names]).toEqual([null, act.id, { [`api::act.act ${act.id}`]: { title: act.title } }]);
    await page.ask('DELETE', `/${id}`);

    // What the plan creates has its name, too.
    const [[newAct], title] = [ids(1), unique('新法')];
    const acts = { name: 'acts.json', resource: 'acts', text: JSON.stringify([{ ...act, id: newAct, title }]) };
    const bills = JSON.stringify([{ ...rows[0], act_id: newAct }]);
    const both = await page.plan([acts, { name: 'rs_bills.json', resource: 'rs_bills', text: bills }]);
    const bill = (await page.ask('GET', `/${both.id}/changes?resource=rs_bills&action=create`)).body.rows[0];
    expect(bill.names).toEqual({ [`api::act.act ${newAct}`]: { title, isNew: true } });
    await page.ask('DELETE', `/${both.id}`);
  });

  it('removes what its source no longer has, as far as the editor allows', async () => {
    const some = ids(3);
    const lines = some.map((id) => `${id},P-${id},${unique('黨')},甲`);
    const head = 'id,external_id,name,abbreviation';
    const options = { source: unique('s').toLowerCase(), sync: true };
    const made = await page.plan(parties(csv(head, ...lines)), options);
    expect(await page.apply(made.id)).toMatchObject({ state: 'applied' });
    await patch(`/console/lab/parties/${some[2]}`, { abbreviation: '人工' });
    const again = async (id: string, choice: object) => {
      expect((await page.ask('POST', `/${id}/plan`, choice)).status).toBe(200);
      return page.waitUntilDone(id);
    };

    const { id } = await page.plan(parties(csv(head)), options);
    const refused = await page.ask('GET', `/${id}`);
    expect(refused.body).toMatchObject({ outcome: { faultCount: 1, neededLimit: 2, editCounts: { gone: 1 } } });
    const [fault] = (await page.ask('GET', `/${id}/problems?kind=faults&page=1`)).body.rows;
    expect(fault).toMatchObject({ code: 'TOO_MANY', details: { resource: 'parties', own: 2, known: 3, most: 1 } });
    expect((await page.ask('POST', `/${id}/plan`, { syncLimit: -1 })).status).toBe(400);
    const allowed = await again(id, { syncLimit: 2 });
    expect(allowed.outcome).toMatchObject({ faultCount: 0, counts: { parties: { removed: 2 } } });
    const edits = await page.ask('GET', `/${id}/edits?page=1`);
    expect(edits.body.rows).toMatchObject([
      { kind: 'gone', number: some[2], isTaken: false, stay: { reason: 'changed' }, by: { at: expect.any(Number) } },
    ]);
    expect((await again(id, { takesFile: true })).outcome.counts.parties.removed).toBe(2);
    const all = await again(id, { syncAll: true, syncLimit: 3 });
    expect(all).toMatchObject({ options: { syncLimit: 3, syncAll: true }, outcome: { faultCount: 0 } });
    expect(all.outcome.counts.parties.removed).toBe(3);
    expect(await page.apply(id)).toMatchObject({ state: 'applied' });
    expect((await get(`/console/lab/parties/${some[2]}`)).status).toBe(404);
  });

  it('names faults with file, line and value; nothing can be applied', async () => {
    const other = { name: 'parties 2.csv', resource: 'parties', text: csv('name', '丙') };
    const text = csv('name,abbreviation', '甲,乙', ',丙');
    const bills = { name: 'bills.csv', resource: 'rs_bills', text: csv('act_id,is_law', '沒有這部法律,maybe') };
    const job = await page.plan([...parties(text), bills, other]);
    expect(job).toMatchObject({ state: 'planned', outcome: { faultCount: expect.any(Number) } });
    expect(job.outcome.faultCount).toBeGreaterThan(2);
    expect((await page.ask('POST', `/${job.id}/apply`)).status).toBe(409);
    const all = (await page.ask('GET', `/${job.id}/problems?kind=faults`)).body;
    expect(all.total).toBe(job.outcome.faultCount);
    const ofFile = (await page.ask('GET', `/${job.id}/problems?kind=faults&file=bills.csv`)).body.rows;
    expect(ofFile).toContainEqual(
      expect.objectContaining({ file: 'bills.csv', line: 2, path: 'act_id', value: '"沒有這部法律"' }),
    );
    const sought = (await page.ask('GET', `/${job.id}/problems?kind=faults&text=maybe`)).body;
    expect(sought.rows).toHaveLength(1);
    await page.ask('DELETE', `/${job.id}`);
  });

  it('tells what is wrong with a file that holds something else, under the name that it had', async () => {
    const wrong = await page.plan(parties(csv('act_id,is_law,version_no', '1,true,2')));
    expect(wrong).toMatchObject({ state: 'failed', message: expect.stringContaining('look like rs_bills') });
    expect(wrong.message).toMatch(/^parties\.csv/);
    const broken = await page.plan(parties(csv('name,abbreviation', '甲,"乙')));
    expect(broken).toMatchObject({ state: 'failed', message: expect.stringMatching(/^parties\.csv, line 2/) });
    expect(JSON.stringify([wrong, broken])).not.toContain(testService.dataDir);
    const unmatchable = await page.plan(parties(csv('name', '甲')), { match: ['nothing'] });
    expect(unmatchable).toMatchObject({ state: 'failed', message: expect.stringContaining('nothing') });
  });

  it('refuses a plan when a record has changed since, and makes it again', async () => {
    const party = await make('party', { abbreviation: '一' });
    const { id } = await page.plan(parties(csv('id,abbreviation', `${party.id},二`)));
    await patch(`/console/lab/parties/${party.id}`, { abbreviation: '三' });
    expect(await page.apply(id)).toMatchObject({ state: 'refused', refusalCount: 1 });
    expect((await page.ask('GET', `/${id}/problems?kind=refusals`)).body.rows).toMatchObject([
      { resource: 'parties', number: party.id, message: 'has been changed since' },
    ]);
    expect((await page.ask('POST', `/${id}/plan`)).status).toBe(200);
    await page.waitUntilDone(id);
    expect(await page.apply(id)).toMatchObject({ state: 'applied' });
    expect((await get(`/console/lab/parties/${party.id}`)).body.abbreviation).toBe('二');
  });

  it('refuses to take back what has been changed since, and what others need', async () => {
    const [id] = ids(1);
    const { batch } = await page.apply(
      (await page.plan(parties(csv('id,name,abbreviation', `${id},${unique('黨')},甲`)))).id,
    );
    await patch(`/console/lab/parties/${id}`, { abbreviation: '別' });
    const preview = (await page.ask('GET', `/batches/${batch}/undo`)).body;
    expect(preview).toMatchObject({ refusalCount: 1, mayBeMore: true, keptCount: 0, list: expect.any(String) });
    const changed = {
      uid: 'api::party.party',
      record: { number: id, documentId: expect.any(String), title: expect.any(String) },
      reasons: [{ kind: 'changed', by: { door: 'api', at: expect.any(Number), batch: null } }],
    };
    const listed = await page.ask('GET', `/batches/${batch}/undo/${preview.list}`);
    expect(listed.body).toMatchObject({ rows: [changed], total: 1, page: 1, pageSize: 20 });
    expect((await page.ask('GET', `/batches/${batch}/undo/none`)).status).toBe(400);
    expect((await page.ask('GET', `/batches/${batch}/undo?edits=some`)).status).toBe(400);
    const undo = await page.ask('POST', `/batches/${batch}/undo`);
    expect(await page.waitUntilDone(undo.body.id)).toMatchObject({ state: 'refused', refusalCount: 1 });
    expect((await page.ask('GET', `/${undo.body.id}/obstacles`)).body).toMatchObject({ rows: [changed], total: 1 });
    expect((await get(`/console/lab/parties/${id}`)).body.abbreviation).toBe('別');
  });

  it('leaves what others have changed since as it is, where the editor wants that, and takes back the rest', async () => {
    const [changed, other] = ids(2);
    const lines = [changed, other].map((id) => `${id},${unique('黨')},甲`);
    const { batch } = await page.apply((await page.plan(parties(csv('id,name,abbreviation', ...lines)))).id);
    await patch(`/console/lab/parties/${changed}`, { abbreviation: '別' });
    expect((await page.ask('GET', `/batches/${batch}/undo?edits=keep`)).body).toMatchObject({
      counts: { parties: { removed: 1 } },
      refusalCount: 0,
      keptCount: 1,
      list: null,
    });
    const undo = await page.ask('POST', `/batches/${batch}/undo`, { edits: 'keep' });
    expect(await page.waitUntilDone(undo.body.id)).toMatchObject({ state: 'applied', keepsEdits: true });
    expect((await get(`/console/lab/parties/${changed}`)).body.abbreviation).toBe('別');
    expect((await get(`/console/lab/parties/${other}`)).status).toBe(404);
  });

  it('names what uses imported records, all of it, but not to those who may not read it', async () => {
    const act = { id: ids(1)[0], title: unique('法'), official_seq_no: unique('號'), specific_topics: [] };
    const file = { name: 'acts.json', resource: 'acts', text: JSON.stringify([act]) };
    const { id, batch } = await page.apply((await page.plan([file])).id);
    // Others see the import, too, as long as it is listed.
    await page.ask('DELETE', `/${id}`);
    const bills: number[] = [];
    for (let each = 0; each < 25; each += 1) bills.push((await make('bill', { act_id: act.id })).id);
    const obstaclesFor = async ({ ask }: typeof page, number = 1) => {
      const { refusalCount, list } = (await ask('GET', `/batches/${batch}/undo`)).body;
      return { refusalCount, ...(await ask('GET', `/batches/${batch}/undo/${list}?page=${number}`)).body };
    };
    const second = await obstaclesFor(page, 2);
    expect([second.refusalCount, second.total, second.rows.map((row: Body) => row.record.number)]).toEqual([
      25,
      25,
      bills.slice(20),
    ]);
    expect(second.rows[0]).toMatchObject({
      uid: 'api::bill.bill',
      reasons: [{ kind: 'inUse', field: { attributes: ['act'] }, by: { at: expect.any(Number) } }],
    });
    const limited = importClient(testService.url, (await limitedEditor()).authorization);
    const hidden = await obstaclesFor(limited);
    expect([hidden.refusalCount, hidden.rows[0]]).toEqual([
      25,
      { uid: 'api::bill.bill', reasons: [{ kind: 'inUse' }] },
    ]);
  });

  it('lets two people import, one after the other, and tells who waits for whom', async () => {
    const given = [1, 2, 3].map(() => ({ id: ids(1)[0], name: unique('黨') }));
    const plans = await Promise.all(
      given.map(({ id, name }) => page.plan(parties(csv('id,name,abbreviation', `${id},${name},甲`)))),
    );
    const applied = await Promise.all(plans.map(({ id }) => page.apply(id)));
    expect(applied).toMatchObject(given.map(() => ({ state: 'applied', batch: expect.any(Number) })));
    expect(new Set(applied.map(({ batch }) => batch)).size).toBe(3);
    for (const { id } of given) expect((await get(`/console/lab/parties/${id}`)).status).toBe(200);

    const same = await page.plan(parties(csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`)));
    const both = await Promise.all([page.ask('POST', `/${same.id}/apply`), page.ask('POST', `/${same.id}/apply`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await page.waitUntilDone(same.id)).toMatchObject({ state: 'applied' });

    const held = await page.plan(parties(csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`)));
    await sql("select pg_advisory_lock(hashtextextended('rostra import', 0))");
    try {
      await page.ask('POST', `/${held.id}/apply`);
      await waitFor(async () => (await page.ask('GET', `/${held.id}`)).body.progress?.step === 'waiting');
      expect((await page.ask('DELETE', `/${held.id}`)).status).toBe(409);
    } finally {
      await sql("select pg_advisory_unlock(hashtextextended('rostra import', 0))");
    }
    expect(await page.waitUntilDone(held.id)).toMatchObject({ state: 'applied' });
  });

  it('goes on with an upload that was cut off, and takes no more than was announced', async () => {
    const text = csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`);
    const bytes = Buffer.from(text);
    const { body } = await page.ask('POST', '', {
      files: [{ name: '../../parties.csv', resource: 'parties', size: bytes.length }],
    });
    expect(body.files[0].name).toBe('parties.csv');
    expect((await page.send(body.id, 0, bytes.subarray(0, 10))).body).toEqual({ received: 10 });
    expect((await page.ask('POST', `/${body.id}/plan`)).status).toBe(409);
    expect((await page.send(body.id, 0, bytes.subarray(20), 20)).status).toBe(409);
    expect((await page.send(body.id, 0, Buffer.concat([bytes.subarray(10), Buffer.from('x')]), 10)).status).toBe(413);
    expect((await page.send(body.id, 0, bytes.subarray(10, 30), 10)).body).toEqual({ received: 30 });
    expect((await page.send(body.id, 0, bytes.subarray(10), 10)).body).toEqual({ received: bytes.length });
    await page.ask('POST', `/${body.id}/plan`);
    expect(await page.waitUntilDone(body.id)).toMatchObject({ state: 'planned', outcome: { faultCount: 0 } });
    expect((await page.send(body.id, 0, bytes)).status).toBe(409);
    await page.ask('DELETE', `/${body.id}`);
  });

  it('says what is too large or too many, and what no page would send', async () => {
    const file = { name: 'parties.csv', resource: 'parties', size: 1 };
    const refusals = [
      [{ files: [{ ...file, size: 600 * 2 ** 20 }] }, 413, 'TOO_LARGE'],
      [{ files: Array.from({ length: 41 }, () => file) }, 413, 'TOO_MANY_FILES'],
      [{ files: [{ ...file, resource: 'emails' }] }, 403, 'NOT_ALLOWED'],
      [{ files: [] }, 400, 'INVALID'],
      [{}, 400, 'INVALID'],
    ] as const;
    for (const [body, status, code] of refusals) {
      const answer = await page.ask('POST', '', body);
      expect([answer.status, answer.body.error.details.code]).toEqual([status, code]);
    }
    for (const id of ['1', '../plans', '00000000-0000-0000-0000-000000000000'])
      expect((await page.ask('GET', `/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  it('keeps kinds of records from a role that may not write all of them', async () => {
    const theirs = await page.plan(parties(csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`)));
    const limited = importClient(testService.url, (await limitedEditor()).authorization);
    const { body } = await limited.ask('GET', '/options');
    expect(body.resources.map(({ name }: { name: string }) => name)).toEqual(['acts']);
    const file = { name: 'parties.csv', resource: 'parties', size: 1 };
    expect((await limited.ask('POST', '', { files: [file] })).body.error.details).toEqual({
      code: 'NOT_ALLOWED',
      resources: ['parties'],
    });
    expect((await limited.ask('GET', '')).body.jobs).toEqual([]);
    for (const [method, to] of [
      ['GET', ''],
      ['POST', '/apply'],
      ['DELETE', ''],
      ['GET', '/changes?resource=parties&action=create'],
    ])
      expect((await limited.ask(method ?? '', `/${theirs.id}${to}`)).status).toBe(404);
    const { batch } = await page.apply(theirs.id);
    for (const method of ['GET', 'POST'])
      expect((await limited.ask(method, `/batches/${batch}/undo`)).status).toBe(403);
  });

  it('shows batches and undos to those who may read what they hold', async () => {
    const limited = importClient(testService.url, (await limitedEditor()).authorization);
    const import_ = async (files: ImportFile[]): Promise<number> =>
      (await page.apply((await page.plan(files)).id)).batch;
    const hidden = await import_(parties(csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`)));
    const act = { id: ids(1)[0], title: unique('法'), official_seq_no: unique('號'), specific_topics: [] };
    const shown = await import_([{ name: 'acts.json', resource: 'acts', text: JSON.stringify([act]) }]);
    const [mine, theirs] = [await overview(page), await overview(limited)];
    expect(mine.numbers).toEqual(expect.arrayContaining([hidden, shown]));
    expect(theirs.numbers).toContain(shown);
    expect(theirs.numbers).not.toContain(hidden);
    expect(theirs.total).toBeLessThan(mine.total);

    for (const batch of [hidden, shown])
      await page.waitUntilDone((await page.ask('POST', `/batches/${batch}/undo`)).body.id);
    const undone = ({ jobs }: Body) => jobs.flatMap(({ undoes }: Body) => undoes ?? []);
    expect(undone(await overview(page))).toEqual(expect.arrayContaining([hidden, shown]));
    expect(undone(await overview(limited))).toContain(shown);
    expect(undone(await overview(limited))).not.toContain(hidden);
  });

  it('shows many batches page by page, and knows one by its number', async () => {
    await sql(
      `insert into rostra_batches (kind, label, plan) select 'import', 'filler ' || n, null from generate_series(1, 45) n`,
    );
    try {
      const numbers = (await sql('select number from rostra_batches order by number desc')).map((row) => row.number);
      for (const each of [1, 3]) {
        const { batches } = (await page.ask('GET', `?page=${each}`)).body;
        expect(batches).toMatchObject({ total: numbers.length, page: each, pageSize: 20 });
        expect(batches.rows.map(({ number }: Body) => number)).toEqual(numbers.slice((each - 1) * 20, each * 20));
      }
    } finally {
      await sql(`delete from rostra_batches where label like 'filler %'`);
    }
    expect((await page.ask('POST', '/batches/2147483647/undo')).status).toBe(404);
    for (const no of ['0', 'x', '2147483648', '1.5'])
      expect((await page.ask('POST', `/batches/${no}/undo`)).status).toBe(400);
  });
});

describe('trouble in the middle of an import', () => {
  /** Another process on the same database and data folder. */
  let second: Service;
  let theirs: typeof page;

  beforeAll(async () => {
    second = await startSecondProcess();
    theirs = importClient(second.url, editor.authorization);
  });

  afterAll(() => second.stop());

  const party = () => csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`);

  it('gives up a plan that is being made', async () => {
    const id = await theirs.begin(parties(party()));
    await theirs.ask('POST', `/${id}/plan`);
    // The process that will make it still starts.
    childOf(second.process.pid);
    expect((await theirs.ask('DELETE', `/${id}`)).status).toBe(204);
    expect((await theirs.ask('GET', `/${id}`)).status).toBe(404);
    const next = await theirs.plan(parties(party()));
    expect(next.state).toBe('planned');
    await theirs.ask('DELETE', `/${next.id}`);
  });

  it('does not blame the files for a failure of the service; the log says why', async () => {
    const id = await theirs.begin(parties(party()));
    const obstacle = path.join(folderOf(id), 'faults.json');
    await mkdir(obstacle);
    await theirs.ask('POST', `/${id}/plan`);
    const failed = await theirs.waitUntilDone(id);
    expect(failed).toMatchObject({ state: 'failed', during: 'planning', message: expect.stringContaining('EISDIR') });
    expect(failed.message).not.toContain(testService.dataDir);
    expect(second.log()).toMatch(new RegExp(`Import ${id} failed while planning: EISDIR`));
    await rm(obstacle, { recursive: true });
    await theirs.ask('POST', `/${id}/plan`);
    expect(await theirs.waitUntilDone(id)).toMatchObject({ state: 'planned' });
    await theirs.ask('DELETE', `/${id}`);
  });

  /** A file with a new party and one with a new tag, and the number of the party. */
  const partyAndTag = (): { files: ImportFile[]; number: number } => {
    const [number = 0, tag] = ids(2);
    const texts = [
      { id: number, name: unique('黨'), abbreviation: '甲' },
      { id: tag, name: unique('標籤') },
    ].map((each) => JSON.stringify([each]));
    const files = ['parties', 'rs_tags'].map((resource, index) => ({
      name: `${resource}.json`,
      resource,
      text: texts[index] ?? '',
    }));
    return { files, number };
  };

  it('is reported as an interruption when the process that does the work ends, and nothing is written', async () => {
    const { files, number } = partyAndTag();
    const { id } = await theirs.plan(files);
    // It is killed between its two writes.
    await withHeldTable(testService.databaseUrl, 'tags', 'share', async (isAwaited) => {
      await theirs.ask('POST', `/${id}/apply`);
      await waitFor(isAwaited);
      process.kill(childOf(second.process.pid), 'SIGKILL');
      expect(await theirs.waitUntilDone(id)).toMatchObject({ state: 'interrupted', during: 'applying' });
    });
    expect((await get(`/console/lab/parties/${number}`)).status).toBe(404);
    expect(await theirs.apply(id)).toMatchObject({ state: 'applied' });
    expect((await get(`/console/lab/parties/${number}`)).status).toBe(200);
    const state = JSON.parse(await readFile(path.join(folderOf(id), 'job.json'), 'utf8'));

    // Applied, but the service ended before recording it.
    await writeFile(
      path.join(folderOf(id), 'job.json'),
      JSON.stringify({ ...state, state: 'applying', owner: 'gone', beat: 1, batch: undefined }),
    );
    expect((await theirs.ask('GET', `/${id}`)).body).toMatchObject({ state: 'applied', batch: state.batch });
  });

  it('is reported as an interruption when the service ends; the files are still there', async () => {
    const id = await theirs.begin(partyAndTag().files);
    await withHeldTable(testService.databaseUrl, 'parties', 'access exclusive', async (isAwaited) => {
      await theirs.ask('POST', `/${id}/plan`);
      await waitFor(isAwaited);
      const worker = childOf(second.process.pid);
      second.process.kill('SIGKILL');
      await new Promise((resolve) => second.process.once('exit', resolve));
      await waitFor(() => !isRunning(worker));
    });
    // As after a while without a sign of life.
    const file = path.join(folderOf(id), 'job.json');
    const state = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...state, beat: state.beat - SILENCE.work }));
    expect((await page.ask('GET', `/${id}`)).body).toMatchObject({
      state: 'interrupted',
      during: 'planning',
      files: [{ name: 'parties.json' }, { name: 'rs_tags.json' }],
    });
    await page.ask('POST', `/${id}/plan`);
    expect(await page.waitUntilDone(id)).toMatchObject({
      state: 'planned',
      outcome: { counts: { parties: { created: 1 }, rs_tags: { created: 1 } } },
    });
    await page.ask('DELETE', `/${id}`);
  });
});

/** Returns the process id of a service's import worker: its only Node child. */
function childOf(pid: number | undefined): number {
  const out = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const line = out
    .split('\n')
    .find((each) => each.trim().split(/\s+/)[1] === String(pid) && each.includes('import-worker'));
  if (!line) throw new Error(`no child of ${pid} imports`);
  return Number(line.trim().split(/\s+/)[0]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Reads the batches and jobs that a user sees. */
async function overview(who: ReturnType<typeof importClient>) {
  const { batches, jobs } = (await who.ask('GET', '')).body;
  return { numbers: batches.rows.map(({ number }: Body) => number), total: batches.total, jobs };
}

/** Creates a user who may import, edit acts, and edit only the names of parties. */
const limitedEditor = async () =>
  createPanelUser(
    (await permissionsOf('strapi-editor'))
      .filter(
        ({ action, subject }) =>
          action === 'plugin::newsroom.content-import' ||
          subject === 'api::act.act' ||
          (subject === 'api::party.party' && !action.endsWith('.delete')),
      )
      .map((permission) =>
        permission.subject === 'api::party.party' && permission.properties?.fields
          ? { ...permission, properties: { fields: ['name'] } }
          : permission,
      ),
  );
