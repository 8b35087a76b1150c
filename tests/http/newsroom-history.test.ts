import { del, patch, send, sql, statements } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { createPanelUser, readPermission } from '../support/panel-users';

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
    expect(later.names[`api::rep.rep ${other.id}`]).toEqual({ isDeleted: true });
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
    const second = (await ask(`/changes?limit=3&before=${first.next}`)).body;
    expect(second.rows[0].change).toBeLessThan(first.rows.at(-1).change);
    expect(new Set([...first.rows, ...second.rows].map(({ change }) => change)).size).toBe(6);
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
    expect((await ask('/options', reader)).body.uids).toEqual(['api::tag.tag']);
    for (const path of ['/changes', '/options', '/deleted', '/records?changes=1'])
      expect((await ask(path, { as: 'public' })).status).toBe(401);
  });

  it.each(['limit=0', 'before=x', 'by=x', 'door=x', 'batch=-1', 'since=x'])('refuses %s', async (query) => {
    expect((await ask(`/changes?${query}`)).status).toBe(400);
  });
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
    const onlyActs = (await ask('/deleted?uid=api::act.act')).body.rows;
    expect(new Set(onlyActs.map(({ uid }: { uid: string }) => uid))).toEqual(new Set(['api::act.act']));
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
