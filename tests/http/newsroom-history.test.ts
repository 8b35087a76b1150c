import { del, get, patch, post, send, sql, statements } from '../support/client';
import { contentFolder, identifiersUpTo } from '../support/content';
import { make, unique, voteTwice } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { createPanelUser, permissionsOf, readPermission } from '../support/panel-users';

const { write, importAll } = contentFolder();
const ids = identifiersUpTo(7_650_000);

type Options = Parameters<typeof send>[3];

const ask = (path: string, options: Options = { as: 'admin' }) =>
  send('GET', `/newsroom/history${path}`, undefined, options);

const ofRecord = async (uid: string, record: number | string, options?: Options) =>
  (await ask(`/records/${uid}/${record}`, options)).body;

const BILL = 'api::bill.bill';

/** A bill with a change of its text, by the API, and of its sponsors and tags, by the panel. */
async function changedBill() {
  const [rep, other, tag] = [
    await make('rep', { name: '林一' }),
    await make('rep', { name: '林二' }),
    await make('tag', { name: unique('標') }),
  ];
  const bill = await make('bill', { content: '勞工退休金條例', sponsors: [rep.id], tags: [tag.id] });
  await patch(`/console/lab/rs_bills/${bill.id}`, {
    content: '勞工保險條例',
    sponsors: [other.id, rep.id],
    principle_sponsor_type: 'rep',
    principle_sponsor_value: rep.id,
  });
  const documentId = await documentOf('bills', bill.id);
  return { bill, rep, other, tag, documentId };
}

describe('the history of a record in the panel', () => {
  it('lists who changed which fields of the form, through which door, the latest first', async () => {
    const { bill, documentId } = await changedBill();
    await panel('PUT', BILL, `/${documentId}`, { content: unique() });
    const history = await ofRecord(BILL, documentId);
    expect(history).toMatchObject({ uid: BILL, number: bill.id, next: null, foundAt: null, isPrivate: false });
    expect(history.rows).toMatchObject([
      { action: 'change', kind: 'write', door: 'panel', by: { kind: 'panelUser', name: 'Rostra Admin' }, hidden: 0 },
      { action: 'change', door: 'api', by: { kind: 'user', name: 'editor' } },
      { action: 'create', door: 'api', fields: [] },
    ]);
    expect(history.rows[1].fields.map(({ attributes }: { attributes: string[] }) => attributes)).toEqual([
      ['principle_sponsor_gov_agency', 'principle_sponsor_caucus', 'principle_sponsor_rep'],
      ['sponsors'],
      ['content'],
    ]);
    expect(await ofRecord(BILL, bill.id)).toEqual(history);
  });

  it('compares the values before and after a change, with the names of other records', async () => {
    const { bill, rep, other } = await changedBill();
    const [{ change }] = (await ofRecord(BILL, bill.id)).rows;
    const { body } = await ask(`/records/${BILL}/${bill.id}/${change}`);
    expect(body).toMatchObject({
      action: 'change',
      before: { content: '勞工退休金條例', sponsors: [rep.id], principle_sponsor_value: null },
      after: { content: '勞工保險條例', sponsors: [other.id, rep.id], principle_sponsor_value: rep.id },
      names: { [`api::rep.rep ${rep.id}`]: { title: '林一' }, [`api::rep.rep ${other.id}`]: { title: '林二' } },
    });
    expect(body.fields).toMatchObject([
      { kind: 'reference', of: { by: 'principle_sponsor_type', uids: { rep: 'api::rep.rep' } } },
      { name: 'sponsors', kind: 'reference', of: 'api::rep.rep' },
      { name: 'content', kind: 'text' },
    ]);
    expect(Object.keys(body.after)).not.toContain('tags');
    await del(`/console/lab/reps/${other.id}`);
    const later = (await ask(`/records/${BILL}/${bill.id}/${change}`)).body;
    expect(later.names[`api::rep.rep ${other.id}`]).toEqual({ title: '林二', isDeleted: true });
    expect(later.after).toMatchObject({ sponsors: [other.id, rep.id] });
  });

  it('describes the rows of a list by their own fields', async () => {
    const step = await make('legislative-step');
    const bill = await make('bill', { legislative_steps: [{ date: 0, legislative_step_id: step.id }] });
    await patch(`/console/lab/rs_bills/${bill.id}`, { legislative_steps: [] });
    const [{ change }] = (await ofRecord(BILL, bill.id)).rows;
    const [field] = (await ask(`/records/${BILL}/${bill.id}/${change}`)).body.fields;
    expect(field).toMatchObject({
      name: 'legislative_steps',
      kind: 'rows',
      labels: 'bill.legislative-step',
      nested: [
        { name: 'date', kind: 'time' },
        { name: 'legislative_step_id', kind: 'reference', of: 'api::legislative-step.legislative-step' },
      ],
    });
  });

  it('says since when a record has been there that is older than history', async () => {
    const tag = await make('tag');
    // As the first start with history stores what it finds.
    await sql(
      `insert into rostra_changes (id, kind, door, actor, tx) values (0, 'found', 'system', '{}', pg_current_xact_id()) on conflict do nothing`,
    );
    await sql(`delete from rostra_revisions where resource = 'rs_tags' and number = $1`, [tag.id]);
    await sql(`update rostra_records set found = 0 where resource = 'rs_tags' and number = $1`, [tag.id]);
    const { rows, foundAt } = await ofRecord('api::tag.tag', tag.id);
    expect([rows, typeof foundAt]).toEqual([[], 'number']);
    await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    expect(await ofRecord('api::tag.tag', tag.id)).toMatchObject({ rows: [{ action: 'change' }], foundAt });
  });

  it('comes in pages', async () => {
    const tag = await make('tag');
    for (let each = 0; each < 24; each += 1) await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    const first = await ofRecord('api::tag.tag', tag.id);
    expect(first.rows).toHaveLength(20);
    const { rows, next } = (await ask(`/records/api::tag.tag/${tag.id}?before=${first.next}`)).body;
    expect([rows.length, next, rows.at(-1).action]).toEqual([5, null, 'create']);
    expect(Math.max(...rows.map(({ change }: { change: number }) => change))).toBeLessThan(first.next);
  });

  it('takes as many statements for many changes as for one', async () => {
    const [busy, idle] = [await make('tag'), await make('tag')];
    for (let each = 0; each < 12; each += 1) await patch(`/console/lab/rs_tags/${busy.id}`, { name: unique() });
    await ofRecord('api::tag.tag', idle.id);
    const count = await statements(() => ofRecord('api::tag.tag', idle.id));
    expect(await statements(() => ofRecord('api::tag.tag', busy.id))).toBe(count);
  });

  it('is for those who may read the records, field by field', async () => {
    const { bill, rep, documentId } = await changedBill();
    const [{ change }] = (await ofRecord(BILL, bill.id)).rows;
    const stranger = await createPanelUser([readPermission('api::tag.tag', ['name'])]);
    const paths = [`/records/${BILL}/${documentId}`, `/records/${BILL}/${bill.id}/${change}`];
    for (const path of paths) {
      expect((await ask(path, { as: 'public' })).status).toBe(401);
      expect((await ask(path, { as: 'editor' })).status).toBe(401);
      expect((await ask(path, stranger)).status).toBe(403);
    }
    const reader = await createPanelUser([readPermission(BILL, ['sponsors', 'number'])]);
    expect((await ofRecord(BILL, bill.id, reader)).rows[0]).toMatchObject({
      fields: [{ name: 'sponsors' }],
      hidden: 2,
    });
    const { body, text } = await ask(`/records/${BILL}/${bill.id}/${change}`, reader);
    expect(body).toMatchObject({ hidden: 2, before: { sponsors: [rep.id] }, names: {} });
    expect(Object.keys(body.before)).toEqual(['sponsors']);
    expect(text).not.toContain('勞工');
    expect(text).not.toContain('林一');
  });

  it.each([
    ['api::tag.tag/nothing', 404],
    ['api::tag.tag/2147483647', 404],
    ['api::tag.tag/99999999999', 404],
    ['api::unknown.unknown/1', 404],
    ['admin::user/1', 404],
    ['api::tag.tag/1/x', 400],
    ['api::tag.tag/1/99999999', 404],
  ])('answers for %s: %d', async (path, status) => {
    expect((await ask(`/records/${path}`)).status).toBe(status);
  });

  it('shows that an address changed, and no values of it', async () => {
    const [row] = await sql(
      `select number, change from rostra_revisions where resource = 'citizen_emails' order by change desc limit 1`,
    );
    if (!row) return;
    const { body } = await ask(`/records/api::citizen-email.citizen-email/${row.number}/${row.change}`);
    expect(body).toMatchObject({ isPrivate: true, fields: [], before: null, after: null, names: {} });
  });
});

describe('the list of all changes', () => {
  it('has a line for each change, with counts by content type and the first record', async () => {
    const tag = await make('tag');
    const bills = [await make('bill', { tags: [tag.id] }), await make('bill', { tags: [tag.id] })];
    await del(`/console/lab/rs_tags/${tag.id}`);
    const { rows } = (await ask('/changes')).body;
    const numbers = bills.map(({ id }) => id).sort((a, b) => a - b);
    expect(rows[0]).toMatchObject({ door: 'api', changes: [rows[0].change], by: { name: 'editor' } });
    expect(rows[0].records).toMatchObject([
      { uid: BILL, created: 0, changed: 2, removed: 0, first: { number: numbers[0] } },
      { uid: 'api::tag.tag', created: 0, changed: 0, removed: 1, first: { number: tag.id } },
    ]);
    const records = (await ask(`/records?changes=${rows[0].change}`)).body;
    expect(records).toMatchObject({ total: 3, page: 1 });
    const list = records.rows.map(({ action, record, fields }: Record<string, unknown>) => [action, record, fields]);
    expect(list).toContainEqual(['remove', { number: tag.id, title: tag.name }, []]);
    expect(list).toContainEqual([
      'change',
      expect.objectContaining({ number: numbers[0] }),
      [{ name: 'tags', attributes: ['tags'] }],
    ]);
  });

  it('makes one line of what one request deletes', async () => {
    const tags = [await make('tag'), await make('tag'), await make('tag')];
    const documentIds = await Promise.all(tags.map(({ id }) => documentOf('tags', id)));
    await panel('POST', 'api::tag.tag', '/actions/bulkDelete', { documentIds });
    const [first] = (await ask('/changes')).body.rows;
    expect(first).toMatchObject({ door: 'panel', records: [{ uid: 'api::tag.tag', removed: 3 }] });
  });

  it('comes in pages of whole lines, whatever others do between the transactions of a request', async () => {
    const tags = [await make('tag'), await make('tag'), await make('tag')];
    const remove = async ({ id }: { id: number }, headers = {}) =>
      send('DELETE', `/content-manager/collection-types/api::tag.tag/${await documentOf('tags', id)}`, undefined, {
        as: 'admin',
        headers,
      });
    const { total } = (await ask('/changes?limit=1')).body;
    const headers = { 'X-Request-Id': unique('request') };
    for (const tag of tags.slice(1)) expect((await remove(tag, headers)).status).toBe(200);
    const between = await make('tag');
    expect((await remove(tags[0] ?? {}, headers)).status).toBe(200);
    const pageOf = async (page: number) => (await ask(`/changes?limit=1&page=${page}`)).body;
    const [first, second, third] = [await pageOf(1), await pageOf(2), await pageOf(3)];
    expect([first, second, third].map((page) => page.total)).toEqual([total + 2, total + 2, total + 2]);
    expect(first.rows).toMatchObject([{ records: [{ uid: 'api::tag.tag', removed: 3 }] }]);
    expect(first.rows[0].changes).toHaveLength(3);
    expect(first.rows[0].since).toBeLessThan(second.rows[0].at);
    expect(second.rows).toMatchObject([{ records: [{ created: 1, first: { number: between.id } }] }]);
    expect(third.rows).toMatchObject([{ records: [{ created: 1, first: { number: tags[2]?.id } }] }]);
    // What the line takes back is what it says.
    const plan = (await restoreNow({ kind: 'changes', changes: first.rows[0].changes })).body;
    expect(plan.records.map(({ action }: { action: string }) => action)).toEqual(['create', 'create', 'create']);
    const tag = await make('tag');
    for (const name of [unique(), unique(), unique()]) await patch(`/console/lab/rs_tags/${tag.id}`, { name });
    const [run, created] = [await pageOf(1), await pageOf(2)];
    expect([run.rows[0].changes.length, created.rows[0].records[0].created]).toEqual([3, 1]);
  });

  it('goes back 20,000 changes, in lines that one request can take back', async () => {
    const number = 2_000_000_001;
    const each = 'generate_series(1, 20002) each';
    await sql(
      `insert into rostra_changes (id, position, at, door, actor, tx) select -each, -each, now() - each * interval '1 second', 'api', '{"kind": "system"}', pg_current_xact_id() from ${each}`,
    );
    await sql(
      `insert into rostra_revisions (change, resource, number, action, fields, shape) select -each, 'rs_tags', $1, 'change', '{}', '' from ${each}`,
      [number],
    );
    try {
      const listed = async () => (await ask(`/changes?uid=api::tag.tag&number=${number}&limit=100`)).body;
      const sizes = ({ rows }: { rows: { changes: number[] }[] }) => rows.map(({ changes }) => changes.length);
      const all = await listed();
      expect([all.total, all.hasOlder, sizes(all)]).toEqual([40, true, Array(40).fill(500)]);
      // The last line would be a part of one.
      await sql(`update rostra_changes set door = 'command' where id = -1`);
      const rest = await listed();
      expect([rest.total, rest.hasOlder, sizes(rest)]).toEqual([40, true, [1, ...Array(39).fill(500)]]);
      // Of requests as well; those with one id that are minutes apart are several.
      const requests = { one: [-18000, -18002], two: [-19000, -19500], three: [-19950, -20002] };
      for (const [request, changes] of Object.entries(requests))
        await sql(`update rostra_changes set door = 'panel', request = $1 where id = any($2)`, [request, changes]);
      const { rows } = await listed();
      const lineOf = (change: number) =>
        rows.find(({ changes }: { changes: number[] }) => changes.includes(change))?.changes;
      expect([-18000, -19000, -19500, -19950].map(lineOf)).toEqual([[-18000, -18002], [-19000], [-19500], undefined]);
      await sql('delete from rostra_changes where id < -20000');
      // As the panel writes them.
      await sql(`update rostra_changes set door = 'panel', request = 'r' || id where id < 0`);
      expect(await listed()).toMatchObject({ total: 40, hasOlder: false });
    } finally {
      await sql('delete from rostra_revisions where number = $1', [number]);
      await sql('delete from rostra_changes where id < 0');
    }
    expect((await ask('/changes')).body.hasOlder).toBe(false);
    const statusOf = async (changes: number[]) => (await ask(`/records?changes=${changes}`)).status;
    expect([await statusOf(Array(500).fill(1)), await statusOf(Array(501).fill(1))]).toEqual([200, 400]);
  });

  it('names the changed fields of a record, and makes one line of what one person does to it in a row', async () => {
    const bill = await make('bill');
    for (const change of [{ version_no: unique() }, { content: '一' }, { content: '二' }])
      await patch(`/console/lab/rs_bills/${bill.id}`, change);
    const path = `/${await documentOf('bills', bill.id)}`;
    await panel('PUT', BILL, path, { content: '三' });
    const rows = (await ask(`/changes?uid=${BILL}&number=${bill.id}`)).body.rows;
    const fieldsOf = ({ records: [{ fields }] }: typeof rows) => fields?.map(({ name }: { name: string }) => name);
    // In the order of the form.
    expect(rows.map(fieldsOf)).toEqual([['content'], ['version_no', 'content'], undefined]);
    expect(rows.map(({ changes }: { changes: number[] }) => changes.length)).toEqual([1, 3, 1]);
    expect(rows[1]).toMatchObject({ door: 'api', records: [{ changed: 1 }] });
    expect(rows[1].since).toBeLessThan(rows[1].at);
    const reader = await createPanelUser([readPermission(BILL, ['number', 'content'])]);
    const [, row] = (await ask(`/changes?uid=${BILL}&number=${bill.id}`, reader)).body.rows;
    expect(row.records).toMatchObject([{ fields: [{ name: 'content' }], hidden: 1 }]);
  });

  it('can be limited to a person, a content type, a door and a time', async () => {
    const tag = await make('tag');
    await panel('PUT', 'api::tag.tag', `/${await documentOf('tags', tag.id)}`, { name: unique() });
    const limited = async (query: string) => (await ask(`/changes?limit=100&${query}`)).body.rows;
    const [latest] = await limited('');
    expect(latest.by.kind).toBe('panelUser');
    const by = encodeURIComponent(JSON.stringify({ kind: 'panelUser', id: latest.by.id }));
    for (const each of await limited(`by=${by}`)) expect(each.by.id).toBe(latest.by.id);
    for (const each of await limited('door=api')) expect(each.door).toBe('api');
    for (const each of await limited('uid=api::tag.tag'))
      expect(each.records.map(({ uid }: { uid: string }) => uid)).toEqual(['api::tag.tag']);
    const idsOf = (rows: { change: number }[]) => rows.map(({ change }) => change);
    const [, created] = await limited(`uid=api::tag.tag&number=${tag.id}`);
    expect(idsOf(await limited(`uid=api::tag.tag&number=${tag.id}`))).toEqual([latest.change, created.change]);
    expect(idsOf(await limited(`uid=api::tag.tag&number=${tag.id}&action=create`))).toEqual([created.change]);
    expect(idsOf(await limited('action=change'))).toContain(latest.change);
    expect(idsOf(await limited('action=remove'))).not.toContain(latest.change);
    expect((await limited(`since=${latest.at}`)).map(({ change }: { change: number }) => change)).toEqual([
      latest.change,
    ]);
    expect((await limited(`until=${latest.at}`)).map(({ change }: { change: number }) => change)).not.toContain(
      latest.change,
    );
    const { actors, uids } = (await ask('/options')).body;
    expect(actors).toContainEqual(latest.by);
    expect(uids).toContain(BILL);
  });

  it('comes in pages', async () => {
    for (let each = 0; each < 5; each += 1) await make('tag');
    const first = (await ask('/changes?limit=3')).body;
    const second = (await ask('/changes?limit=3&page=2')).body;
    expect(second).toMatchObject({ total: first.total, page: 2, pageSize: 3 });
    expect(second.rows[0].change).toBeLessThan(first.rows.at(-1).change);
    expect(new Set([...first.rows, ...second.rows].map(({ change }) => change)).size).toBe(6);
    expect((await ask(`/changes?limit=3&page=${Math.ceil(first.total / 3) + 1}`)).body.rows).toEqual([]);
  });

  it('contains only what the reader may read', async () => {
    const tag = await make('tag');
    await make('bill', { tags: [tag.id] });
    await del(`/console/lab/rs_tags/${tag.id}`);
    const reader = await createPanelUser([readPermission('api::tag.tag', ['number'])]);
    const { rows } = (await ask('/changes', reader)).body;
    for (const { records } of rows) expect(records.map(({ uid }: { uid: string }) => uid)).toEqual(['api::tag.tag']);
    const records = (await ask(`/records?changes=${rows[0].change}`, reader)).body;
    expect(records.rows).toMatchObject([{ record: { number: tag.id } }]);
    expect(JSON.stringify([rows, records])).not.toContain(tag.name);
    expect((await ask(`/changes?uid=${BILL}`, reader)).status).toBe(403);
    const options = (await ask('/options', reader)).body;
    expect(options.uids).toEqual(['api::tag.tag']);
    expect(options.actors).toContainEqual(expect.objectContaining({ name: 'editor' }));
    const nobody = await createPanelUser([]);
    expect((await ask('/options', nobody)).body).toEqual({ actors: [], uids: [] });
    for (const path of ['/changes', '/options', '/deleted', '/records?changes=1'])
      expect((await ask(path, { as: 'public' })).status).toBe(401);
  });

  it('takes as many statements for many changes as for one', async () => {
    const count = async (limit: number) => statements(() => ask(`/changes?limit=${limit}`));
    await count(1);
    expect(await count(15)).toBe(await count(1));
  });

  it.each(['limit=0', 'page=0', 'by=x', 'door=x', 'batch=-1', 'since=x', 'action=x', 'number=x'])(
    'refuses %s',
    async (query) => {
      expect((await ask(`/changes?${query}`)).status).toBe(400);
    },
  );
});

describe('the list of deleted records', () => {
  it('names what was deleted, by whom and when; the latest first', async () => {
    const [tag, act] = [await make('tag'), await make('act', { title: unique('法') })];
    await panel('DELETE', 'api::act.act', `/${await documentOf('acts', act.id)}`);
    await del(`/console/lab/rs_tags/${tag.id}`);
    const { rows } = (await ask('/deleted')).body;
    expect(rows.slice(0, 2)).toMatchObject([
      { uid: 'api::tag.tag', number: tag.id, title: tag.name, change: { door: 'api', by: { name: 'editor' } } },
      {
        uid: 'api::act.act',
        number: act.id,
        title: act.title,
        change: { door: 'panel', by: { name: 'Rostra Admin' } },
      },
    ]);
    // As lists name them, also by what was deleted meanwhile.
    const law = await make('act', { title: unique('法') });
    const bill = await make('bill', { act_id: law.id, version_no: unique('字號') });
    const relation = { from_type: 'Act', from_id: law.id, to_type: 'Petition', to_id: 3, is_directional: true };
    await post('/console/lab/topic_relations', relation);
    const titles = await sql('select record_title from bills where number = $1', [bill.id]);
    await del(`/console/lab/rs_bills/${bill.id}`);
    await del(`/console/lab/acts/${law.id}`);
    const named = (await ask('/deleted')).body.rows.slice(0, 3).map(({ title }: { title: string }) => title);
    expect(new Set(named)).toEqual(new Set([`${law.title} → Petition 3`, law.title, titles[0]?.record_title]));
    const onlyActs = (await ask('/deleted?uid=api::act.act')).body.rows;
    expect(new Set(onlyActs.map(({ uid }: { uid: string }) => uid))).toEqual(new Set(['api::act.act']));
  });

  it('finds the record that had a document id, for those who may read it', async () => {
    const tag = await make('tag');
    const path = `/deleted?uid=api::tag.tag&document=${await documentOf('tags', tag.id)}`;
    expect((await ask(path)).body.rows).toEqual([]);
    await del(`/console/lab/rs_tags/${tag.id}`);
    expect((await ask(path)).body).toMatchObject({ rows: [{ number: tag.id, title: tag.name }], next: null });
    expect((await ask(path.replace('tag.tag', 'act.act'))).body.rows).toEqual([]);
    expect((await ask(path, await createPanelUser([readPermission('api::act.act', ['number'])]))).status).toBe(403);
  });

  it('contains only what the reader may read, in pages', async () => {
    for (let each = 0; each < 22; each += 1) await del(`/console/lab/rs_tags/${(await make('tag')).id}`);
    const reader = await createPanelUser([readPermission('api::tag.tag', ['number'])]);
    const first = (await ask('/deleted', reader)).body;
    const second = (await ask(`/deleted?before=${first.next}`, reader)).body;
    const numbers = [...first.rows, ...second.rows].map(({ number }) => number);
    expect([first.rows.length, new Set(numbers).size]).toEqual([20, numbers.length]);
    expect(numbers.length).toBeGreaterThanOrEqual(22);
    expect(first.rows[0]).not.toHaveProperty('title');
  });
});

const restore = (body: unknown, options: Options = { as: 'admin' }) =>
  send('POST', '/newsroom/history/restore', body, options);

const TAG = 'api::tag.tag';
const REP = 'api::rep.rep';

/** Shows the plan of a restore and applies it. */
async function restoreNow(body: object, options?: Options) {
  const { plan } = (await restore(body, options)).body;
  return restore({ ...body, plan }, options);
}

describe('restoring from the panel', () => {
  const latestOf = async (uid: string, number: number) => (await ofRecord(uid, number)).rows[0].change as number;

  it('shows what it would do, then does it: one field of a record', async () => {
    const bill = await make('bill', { content: '原文', version_no: '一' });
    const documentId = await documentOf('bills', bill.id);
    await panel('PUT', BILL, `/${documentId}`, { content: '改過', version_no: '二' });
    const body = { kind: 'record', uid: BILL, number: bill.id, change: await latestOf(BILL, bill.id), isBefore: true };
    const field = { ...body, fields: ['content'] };
    const planned = (await restore(field)).body;
    expect(planned).toMatchObject({
      count: 1,
      conflicts: [],
      refusals: [],
      needsNote: false,
      records: [{ uid: BILL, action: 'change', before: { content: '改過' }, after: { content: '原文' } }],
    });
    expect(planned).not.toHaveProperty('change');
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.content).toBe('改過');
    const done = await restore({ ...field, plan: planned.plan });
    expect([done.status, typeof done.body.change]).toEqual([200, 'number']);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ content: '原文', version_no: '二' });
    expect((await ofRecord(BILL, bill.id)).rows[0]).toMatchObject({ kind: 'restore', door: 'panel', action: 'change' });
  });

  it('changes nothing if the data are no longer as they were shown', async () => {
    const tag = await make('tag');
    await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    const body = {
      kind: 'record',
      uid: TAG,
      number: tag.id,
      change: await latestOf(TAG, tag.id),
      isBefore: true,
      fields: ['name'],
      note: '測試',
    };
    const { plan } = (await restore(body)).body;
    const name = unique();
    await patch(`/console/lab/rs_tags/${tag.id}`, { name });
    const answer = (await restore({ ...body, plan })).body;
    expect(answer).not.toHaveProperty('change');
    expect(answer.records).toMatchObject([{ before: { name }, after: { name: tag.name } }]);
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe(name);
  });

  it('brings a deleted record back, with its places in others', async () => {
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id] });
    await panel('DELETE', TAG, `/${await documentOf('tags', tag.id)}`);
    const body = { kind: 'record', uid: TAG, number: tag.id, change: await latestOf(TAG, tag.id) };
    const planned = (await restore(body)).body;
    expect(planned.records.map(({ uid, action }: Record<string, unknown>) => [uid, action])).toEqual([
      [TAG, 'create'],
      [BILL, 'change'],
    ]);
    expect((await restoreNow(body)).body.change).toEqual(expect.any(Number));
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe(tag.name);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.tags).toEqual([tag.id]);
  });

  it('names other records that cannot be restored as they were, and leaves them if asked', async () => {
    const rep = await make('rep');
    const vote = await make('vote', { aye: [rep.id] });
    await sql(voteTwice, [vote.id]);
    await panel('DELETE', REP, `/${await documentOf('reps', rep.id)}`);
    const body = { kind: 'record', uid: REP, number: rep.id, change: await latestOf(REP, rep.id) };
    const named = [
      {
        uid: 'api::vote.vote',
        record: { number: vote.id, title: expect.stringContaining(vote.title as string) },
        kind: 'invalid',
        fault: { code: expect.any(String), message: expect.any(String) },
      },
    ];
    expect((await restore(body)).body).toMatchObject({ refusals: named, canLeave: true, left: [] });
    const leaving = { ...body, others: 'leave' };
    expect((await restore(leaving)).body).toMatchObject({ refusals: [], canLeave: false, left: named });
    expect((await restoreNow(leaving)).body.change).toEqual(expect.any(Number));
    expect((await get(`/console/lab/reps/${rep.id}`)).status).toBe(200);
  });

  it('tells a rule from a reference to what would be deleted, and names what is in use', async () => {
    const refusalsOf = async (body: object) => (await restore({ note: '測試', ...body })).body.refusals;
    const [start, end] = [(day: number) => Date.UTC(2020, 4, day), (day: number) => Date.UTC(2020, 5, day)];
    const board = await make('bill-data-set', { start_date: start(2), end_date: end(2) });
    await patch(`/console/lab/bill_data_set/${board.id}`, { start_date: Date.UTC(2020, 0), end_date: start(1) });
    const uid = 'api::bill-data-set.bill-data-set';
    const before = { kind: 'record', uid, number: board.id, change: await latestOf(uid, board.id), isBefore: true };
    expect(await refusalsOf({ ...before, fields: ['start_date'] })).toMatchObject([
      { uid, kind: 'invalid', field: { name: 'end_date' }, fault: { code: 'INVALID_VALUE' } },
    ]);

    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id] });
    expect(await refusalsOf({ kind: 'changes', changes: [await latestOf(TAG, tag.id)] })).toEqual([
      { uid: BILL, record: expect.objectContaining({ number: bill.id }), kind: 'inUse', field: expect.anything() },
    ]);

    const TOPIC = 'api::specific-topic.specific-topic';
    const topic = await make('specific-topic');
    const path = `/console/lab/specific_topics/${topic.id}`;
    const actDir = { name: unique('方向'), index: 1 };
    const { act_dirs } = (await patch(path, { act_dirs: [actDir] })).body;
    await make('act-feature', { st: topic.id, act_dir: act_dirs[0].id });
    const added = { kind: 'record', uid: TOPIC, number: topic.id, change: await latestOf(TOPIC, topic.id) };
    expect(await refusalsOf({ ...added, isBefore: true, conflicts: 'overwrite' })).toMatchObject([
      { uid: TOPIC, record: { number: topic.id }, kind: 'omitted', field: { name: 'act_dirs' } },
    ]);
  });

  it('takes a change set back, unless others have changed it since; and others’ work only with a reason', async () => {
    const tags = [await make('tag'), await make('tag')];
    const documentIds = await Promise.all(tags.map(({ id }) => documentOf('tags', id)));
    await panel('POST', TAG, '/actions/bulkDelete', { documentIds });
    const [set] = (await ask('/changes')).body.rows;
    expect((await restoreNow({ kind: 'changes', changes: set.changes })).body).toMatchObject({
      count: 2,
      needsNote: false,
    });
    for (const { id } of tags) expect((await get(`/console/lab/rs_tags/${id}`)).status).toBe(200);

    const [{ id }] = tags as [{ id: number }];
    await patch(`/console/lab/rs_tags/${id}`, { name: unique() });
    const changes = [await latestOf(TAG, id)];
    const { plan, needsNote } = (await restore({ kind: 'changes', changes })).body;
    expect(needsNote).toBe(true);
    expect((await restore({ kind: 'changes', changes, plan })).status).toBe(400);
    expect((await restore({ kind: 'changes', changes, plan, note: ' ' })).status).toBe(400);
    const done = (await restore({ kind: 'changes', changes, plan, note: '看錯了' })).body;
    expect((await ofRecord(TAG, id)).rows[0]).toMatchObject({ change: done.change, note: '看錯了', kind: 'restore' });

    const later = unique();
    await patch(`/console/lab/rs_tags/${id}`, { name: later });
    const conflicting = (await restore({ kind: 'changes', changes: [done.change] })).body;
    expect(conflicting).toMatchObject({
      conflictCount: 1,
      conflicts: [
        {
          uid: TAG,
          record: { number: id, title: later },
          kind: 'changed',
          door: 'api',
          by: { name: 'editor' },
          field: { name: 'name' },
        },
      ],
    });
    const refused = await restore({ kind: 'changes', changes: [done.change], plan: conflicting.plan });
    expect(refused.body).not.toHaveProperty('change');
    expect((await get(`/console/lab/rs_tags/${id}`)).body.name).toBe(later);
  });

  it('says which changes a request of the panel has made', async () => {
    const tag = await make('tag');
    const documentId = await documentOf('tags', tag.id);
    const saved = await panel('PUT', TAG, `/${documentId}`, { name: unique() });
    const changes = (await ask(`/requests/${saved.headers.get('x-request-id')}`)).body;
    expect(changes).toEqual([await latestOf(TAG, tag.id)]);
    const other = await createPanelUser([readPermission(TAG, ['name'])]);
    expect((await ask(`/requests/${saved.headers.get('x-request-id')}`, other)).body).toEqual([]);
    const unchanged = await panel('PUT', TAG, `/${documentId}`, {});
    expect((await ask(`/requests/${unchanged.headers.get('x-request-id')}`)).body).toEqual([]);
  });

  it('records why somebody saved', async () => {
    const tag = await make('tag');
    const path = `/content-manager/collection-types/${TAG}/${await documentOf('tags', tag.id)}`;
    const headers = { 'X-Change-Note': encodeURIComponent('依公報更正') };
    await send('PUT', path, { name: unique() }, { as: 'admin', headers });
    expect((await ofRecord(TAG, tag.id)).rows[0]).toMatchObject({ note: '依公報更正' });
    await send('PUT', path, { name: unique() }, { as: 'admin', headers: { 'X-Change-Note': '%E0%A4%A' } });
    expect((await ofRecord(TAG, tag.id)).rows[0]).toMatchObject({ note: null });
    const long = { 'X-Change-Note': encodeURIComponent(`\0${'甲'.repeat(999)}😀`) };
    expect((await send('PUT', path, { name: unique() }, { as: 'admin', headers: long })).status).toBe(200);
    expect((await ofRecord(TAG, tag.id)).rows[0]).toMatchObject({ note: '甲'.repeat(999) });
  });

  it('is for those who may write what it writes', async () => {
    const tag = await make('tag');
    await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    const change = await latestOf(TAG, tag.id);
    const body = { kind: 'record', uid: TAG, number: tag.id, change, isBefore: true, fields: ['name'], note: '測試' };
    expect((await restore(body, { as: 'public' })).status).toBe(401);
    expect((await restore(body, { as: 'editor' })).status).toBe(401);
    const grant = (verb: string) => ({
      ...readPermission(TAG, ['name', 'number']),
      action: `plugin::content-manager.explorer.${verb}`,
    });
    const reader = await createPanelUser([grant('read')]);
    const { plan } = (await restore(body)).body;
    for (const each of [body, { ...body, plan }]) expect((await restore(each, reader)).status).toBe(403);
    const writer = await createPanelUser([grant('read'), grant('update')]);
    expect((await restore({ kind: 'changes', changes: [change], note: '測試', plan }, reader)).status).toBe(403);
    expect((await restore({ ...body, plan }, writer)).body.change).toEqual(expect.any(Number));
    await del(`/console/lab/rs_tags/${tag.id}`);
    const deleted = { kind: 'record', uid: TAG, number: tag.id, change: await latestOf(TAG, tag.id), note: '測試' };
    expect((await restore(deleted, writer)).status).toBe(403);
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).status).toBe(404);
  });

  it('checks the permission to write every record, however many there are', async () => {
    const acts = ids(1_001).map((id) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] }));
    const [tag = 0] = ids(1);
    await write('acts.json', acts);
    await write('rs_tags.json', [{ id: tag, name: unique() }]);
    expect(await importAll()).toMatchObject({ code: 0 });
    const change = await latestOf(TAG, tag);
    const verbs = ['read', 'create', 'update', 'delete'];
    const actions = verbs.map((verb) => `plugin::content-manager.explorer.${verb}`);
    const admin = await permissionsOf('strapi-super-admin');
    const writer = await createPanelUser(
      admin.filter(({ action, subject }) => actions.includes(action) && subject === 'api::act.act'),
    );
    const body = { kind: 'changes', changes: [change], note: '測試' };
    const { plan, count } = (await restore(body)).body;
    expect(count).toBe(1_002);
    for (const each of [body, { ...body, plan }]) expect((await restore(each, writer)).status).toBe(403);
    expect((await get(`/console/lab/acts/${acts[0]?.id}`)).status).toBe(200);
    await patch(`/console/lab/acts/${acts[0]?.id}`, { title: unique('法') });
    const own = { ...body, changes: [await latestOf('api::act.act', acts[0]?.id ?? 0)] };
    expect((await restore(own, writer)).body.count).toBe(1);
    // What comes after the first thousand is part of the plan, too.
    await patch(`/console/lab/rs_tags/${tag}`, { name: unique() });
    const later = { ...body, conflicts: 'overwrite' };
    const seen = (await restore(later)).body.plan;
    await patch(`/console/lab/rs_tags/${tag}`, { name: unique() });
    expect((await restore({ ...later, plan: seen })).body).not.toHaveProperty('change');
    expect((await get(`/console/lab/rs_tags/${tag}`)).status).toBe(200);
  });

  it.each([
    [{}, 400],
    [{ kind: 'changes', changes: [] }, 400],
    [{ kind: 'changes', changes: ['x'] }, 400],
    [{ kind: 'record', uid: TAG, number: 2147483647, change: 1 }, 404],
    [{ kind: 'record', uid: 'api::unknown.unknown', number: 1, change: 1 }, 404],
    [{ kind: 'record', uid: TAG, number: 1, change: 999999999 }, 404],
  ])('answers for %j: %d', async (body, status) => {
    expect((await restore(body)).status).toBe(status);
  });

  it('answers 400 for a field that does not exist', async () => {
    const tag = await make('tag');
    const body = { kind: 'record', uid: TAG, number: tag.id, change: await latestOf(TAG, tag.id), fields: ['colour'] };
    expect((await restore(body)).status).toBe(400);
  });
});
