import { compile, sql as query } from '../../src/plugins/rostra/server/src/sql/sql';
import { runUntil } from '../../src/plugins/rostra/server/src/store/cancellable';
import { closePools, openedPools, openPools, readPool } from '../../src/plugins/rostra/server/src/store/pools';
import { register } from '../support/citizen';
import { create, del, get, patch, send, sql, statements, testService, traffic } from '../support/client';
import { content, contentFolder } from '../support/content';
import { itemOf, make, resourceByKind, unique } from '../support/factory';
import { connect, documentOf, panel } from '../support/panel';
import { createPanelUser, createPanelUserAs, readPermission } from '../support/panel-users';
import { waitFor } from '../support/wait-for';

const { write, importAll } = contentFolder();

/** Reads the stored title of a record. */
async function titleOf(table: string, number: number): Promise<unknown> {
  const [row] = await sql(`select record_title from ${table} where number = $1`, [number]);
  return row?.record_title;
}

const billTitle = ({ id }: { id: number }) => titleOf('bills', id);
const actOf = (title = unique('法')) => make('act', { title });
const rename = (act: { id: number }, title: string) => patch(`/console/lab/acts/${act.id}`, { title });

describe('what a record is known by', () => {
  it('is made of its own fields and those of the records behind it', async () => {
    const st = await make('specific-topic', { title: '工時', act_dirs: [{ name: '增加休假', index: 1 }] });
    const act = await actOf('勞動基準法');
    const dir = st.act_dirs[0];
    const feature = await make('act-feature', { st: st.id, act: act.id, feature: '休息日' });
    const question = await make('st-question', { st: st.id, question: '縮短\n工時？' });
    const vote = await make('vote', { date: Date.UTC(2016, 11, 5, 16), title: '第三十六條' });
    const set = await make('bill-data-set', { name: '修正案', version_no: '1.0', term_index: 9 });
    const term = await make('term');
    const [shown] = await sql('select record_title from terms where index = $1', [term.index]);
    expect([
      await titleOf('act_dirs', dir.id),
      await titleOf('act_features', feature.id),
      await titleOf('st_questions', question.id),
      await titleOf('votes', vote.id),
      await titleOf('bill_data_sets', set.id),
      shown?.record_title,
    ]).toEqual([
      '工時 · 增加休假',
      '勞動基準法 · 休息日',
      '工時 · 縮短 工時？',
      // Midnight in Taipei stands for that day.
      '2016-12-06 · 第三十六條',
      '修正案 · 第9屆 · 1.0',
      `第${term.index}屆`,
    ]);
  });

  it('has a bill’s date or identifier in the place of a number that it lacks', async () => {
    const act = await actOf('甲法');
    const dated = await make('bill', { act_id: act.id, date: Date.UTC(2016, 2, 18) });
    const bare = await make('bill', { act_id: act.id });
    expect([await billTitle(dated), await billTitle(bare)]).toEqual(['2016-03-18 · 甲法', `#${bare.id} · 甲法`]);
  });

  it('is cut where it is too long, and both ends of a relation are seen', async () => {
    const vote = await make('vote', { title: '長'.repeat(300) });
    expect(String(await titleOf('votes', vote.id))).toMatch(/^.{119}…$/u);
    const act = await actOf('乙法');
    const ends = { from_type: 'Vote', from_id: vote.id, to_type: 'Act', to_id: act.id };
    const relation = await make('topic-relation', { ...ends, is_directional: true });
    expect(String(await titleOf('topic_relations', relation.id))).toMatch(/^2016-02-01 · 長+… → 乙法$/u);
    const open = await make('topic-relation', { ...ends, from_type: 'Organization', from_id: 7 });
    expect(await titleOf('topic_relations', open.id)).toBe('Organization 7 — 乙法');
  });
});

describe('the title of a bill is right after', () => {
  it('a PATCH of its own fields, and of its act', async () => {
    const [one, two] = [await actOf('一法'), await actOf('二法')];
    const bill = await make('bill', { act_id: one.id, version_no: '1' });
    await patch(`/console/lab/rs_bills/${bill.id}`, { version_no: '2' });
    expect(await billTitle(bill)).toBe('2 · 一法');
    await patch(`/console/lab/rs_bills/${bill.id}`, { act_id: two.id });
    expect(await billTitle(bill)).toBe('2 · 二法');
    await patch(`/console/lab/rs_bills/${bill.id}`, { version_no: null, act_id: one.id });
    expect(await billTitle(bill)).toBe(`#${bill.id} · 一法`);
  });

  it('its act is renamed, which leaves the bill as it was', async () => {
    const act = await actOf();
    const [bill, other] = [await make('bill', { act_id: act.id, version_no: '1' }), await make('bill')];
    const relation = await make('topic-relation', {
      from_type: 'Bill',
      from_id: bill.id,
      to_type: 'Bill',
      to_id: other.id,
    });
    const before = (await get(`/console/lab/rs_bills/${bill.id}?full`)).text;
    expect((await rename(act, '新法')).status).toBe(200);
    expect(await billTitle(bill)).toBe('1 · 新法');
    expect(await titleOf('topic_relations', relation.id)).toBe(`1 · 新法 — ${await billTitle(other)}`);
    expect((await get(`/console/lab/rs_bills/${bill.id}?full`)).text).toBe(before.replace(act.title, '新法'));
  });

  it('a save, a copy and a rename in the panel, whatever title the form sends', async () => {
    const [one, two] = [await actOf('一法'), await actOf('二法')];
    const made = await panel('POST', 'api::bill.bill', '', {
      is_law: false,
      version_no: '3',
      record_title: '假',
      act: connect(await documentOf('acts', one.id)),
    });
    const { documentId, number } = made.body.data;
    expect(await billTitle({ id: number })).toBe('3 · 一法');
    const saved = await panel('PUT', 'api::bill.bill', `/${documentId}`, {
      record_title: '3 · 一法',
      act: connect(await documentOf('acts', two.id)),
    });
    expect([saved.status, await billTitle({ id: number })]).toEqual([200, '3 · 二法']);
    expect((await panel('PUT', 'api::bill.bill', `/${documentId}`, { record_title: '假' })).status).toBe(200);
    expect(await billTitle({ id: number })).toBe('3 · 二法');
    const copy = await panel('POST', 'api::bill.bill', `/clone/${documentId}`, { is_law: true, version_no: '4' });
    expect([copy.status, await billTitle({ id: copy.body.data.number })]).toEqual([200, '4 · 二法']);
    await panel('PUT', 'api::act.act', `/${await documentOf('acts', two.id)}`, { title: '三法' });
    expect(await billTitle({ id: number })).toBe('3 · 三法');
  });

  it('an import of both, one that renames the act, and the undo of each', async () => {
    const [act, bill] = [await actOf('舊法'), await make('bill', { version_no: '9' })];
    const was = await billTitle(bill);
    const moved = { ...(await get(`/console/lab/rs_bills/${bill.id}`)).body, act_id: act.id };
    const fresh = { ...moved, id: 7_900_000, version_no: '10' };
    await write('rs_bills.json', [moved, fresh]);
    const first = (await importAll()).out;
    expect([await billTitle(bill), await billTitle(fresh)]).toEqual(['9 · 舊法', '10 · 舊法']);
    await write('acts.json', [{ ...act, title: '換法' }]);
    const second = (await importAll('acts.json')).out;
    expect([await billTitle(bill), await billTitle(fresh)]).toEqual(['9 · 換法', '10 · 換法']);
    for (const out of [second, first]) {
      const [, batch = ''] = /Done: batch (\d+)\./.exec(out) ?? [];
      expect((await content(['undo', batch])).code).toBe(0);
    }
    expect([await billTitle(bill), await billTitle(fresh)]).toEqual([was, undefined]);
  });

  it('SQL by hand: a link taken away or moved, an act deleted, a title written', async () => {
    const [one, two] = [await actOf('一法'), await actOf('二法')];
    const bill = await make('bill', { act_id: one.id, version_no: '1' });
    const row = '(select id from bills where number = $1)';
    const act = '(select id from acts where number = $2)';
    await sql(`update bills_act_lnk set act_id = ${act} where bill_id = ${row}`, [bill.id, two.id]);
    expect(await billTitle(bill)).toBe('1 · 二法');
    await sql("update bills set record_title = '假' where number = $1", [bill.id]);
    expect(await billTitle(bill)).toBe('1 · 二法');
    await sql(`delete from bills_act_lnk where bill_id = ${row}`, [bill.id]);
    expect(await billTitle(bill)).toBe('1');
    await sql(`insert into bills_act_lnk (bill_id, act_id) values (${row}, ${act})`, [bill.id, two.id]);
    expect(await billTitle(bill)).toBe('1 · 二法');
    await sql('delete from acts where number = $1', [two.id]);
    expect(await billTitle(bill)).toBe('1');
    // Other tests do not expect a bill without an act.
    await del(`/console/lab/rs_bills/${bill.id}`);
  });

  it('its act is renamed while bills are linked to it', async () => {
    const act = await actOf();
    const bills = [];
    for (let each = 0; each < 8; each += 1) bills.push(await make('bill', { version_no: '1' }));
    for (let turn = 0; turn < 5; turn += 1) {
      const title = unique('法');
      const other = turn % 2 === 0 ? act : await actOf();
      await Promise.all([
        ...bills.map((bill) => patch(`/console/lab/rs_bills/${bill.id}`, { act_id: other.id, version_no: `${turn}` })),
        rename(act, title),
        rename(other, title),
      ]);
      const { body } = await get(`/console/lab/acts/${other.id}`);
      for (const bill of bills) expect(await billTitle(bill)).toBe(`${turn} · ${body.title}`);
    }
  });
});

it('a relation that need not be there and is taken away leaves no trace', async () => {
  const resource = resourceByKind('topic-relation');
  const [act, topic] = [await actOf('一法'), await make('specific-topic', { title: '子題' })];
  const ends = { from_type: 'Act', from_id: act.id, to_type: 'Specific_Topic', to_id: topic.id };
  const { id } = await make('topic-relation', ends);
  await patch(itemOf(resource, { id }, 'update'), { from_type: 'Organization', from_id: 5 });
  expect(await titleOf('topic_relations', id)).toBe('Organization 5 — 子題');
  await patch(itemOf(resource, { id }, 'update'), { is_directional: true });
  expect(await titleOf('topic_relations', id)).toBe('Organization 5 → 子題');
});

describe('the panel', () => {
  const asAdmin = (path: string) => send('GET', path, undefined, { as: 'admin' });

  it('lists and finds bills by their titles', async () => {
    const act = await actOf();
    const bill = await make('bill', { act_id: act.id, version_no: '77' });
    const { body } = await panel('GET', 'api::bill.bill', `?_q=${encodeURIComponent(`77 · ${act.title}`)}`);
    expect(body.results.map(({ number, record_title }: Record<string, unknown>) => [number, record_title])).toEqual([
      [bill.id, `77 · ${act.title}`],
    ]);
    const found = await panel(
      'GET',
      'api::bill.bill',
      `?filters[record_title][$containsi]=${encodeURIComponent(act.title)}`,
    );
    expect(found.body.results).toHaveLength(1);
  });

  it('finds records by all words that are typed, in any order and writing, and by the names that they refer to', async () => {
    const [city, name] = [unique('臺北'), unique('王')];
    const rep = await make('rep', { name: `${name}‧Lahuy` });
    const act = await make('act', { title: `${city}自治條例 ACT（草案）` });
    const bill = await make('bill', { act_id: act.id, sponsors: [rep.id], content: `為${city}市民` });
    const found = async (uid: string, text: string) =>
      (await panel('GET', uid, `?_q=${encodeURIComponent(text)}`)).body.results.map(
        (each: { number: number }) => each.number,
      );
    const plain = city.replace('臺', '台');
    for (const text of [`條例 ${plain}`, `${plain}自治　act`, `(草案) ａｃｔ ${city}`, `${act.id} ${plain}`])
      expect([text, await found('api::act.act', text)]).toEqual([text, [act.id]]);
    expect(await found('api::act.act', `${plain} 條件`)).toEqual([]);
    expect(await found('api::act.act', `${plain}%條例`)).toEqual([]);
    for (const text of [name, `${plain} ${name}`])
      expect([text, await found('api::bill.bill', text)]).toEqual([text, [bill.id]]);
    const picker = `/content-manager/relations/api::bill.bill/act?_q=${encodeURIComponent(`act ${plain}`)}`;
    expect((await asAdmin(picker)).body.results).toMatchObject([{ title: act.title }]);
    const people = `/content-manager/relations/api::bill.bill/sponsors?_q=${encodeURIComponent(`ｌａｈｕｙ ${name}.`)}`;
    expect((await asAdmin(people)).body.results).toMatchObject([{ name: rep.name }]);
  });

  it('shows and finds them in pickers', async () => {
    const act = await actOf();
    const bill = await make('bill', { act_id: act.id, version_no: '78' });
    const relation = await make('topic-relation', { from_type: 'Bill', from_id: bill.id });
    const field = '/content-manager/relations/api::topic-relation.topic-relation';
    const title = `78 · ${act.title}`;
    const offered = await asAdmin(`${field}/from_bill?_q=${encodeURIComponent(act.title)}`);
    expect(offered.body.results.map(({ record_title }: Record<string, unknown>) => record_title)).toEqual([title]);
    const chosen = await asAdmin(
      `${field.replace('api::topic-relation.topic-relation', '')}api::topic-relation.topic-relation/${await documentOf('topic_relations', relation.id)}/from_bill`,
    );
    expect(chosen.body.results.map(({ record_title }: Record<string, unknown>) => record_title)).toEqual([title]);
  });
});

const sleeping = () =>
  sql(`select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`);

const sleeper = () => waitFor(async () => (await sleeping())[0]?.pid as number | undefined);

describe('a statement until a signal', () => {
  const sleep = compile(query`select pg_sleep(600)`);
  const reason = new Error('left');

  beforeAll(() => {
    const primary = { connectionString: testService.databaseUrl };
    openPools({ primary, readSeconds: 600, writeSeconds: 600 }, () => undefined);
  });
  afterAll(closePools);

  it('ends with it in the database, and leaves the connection to others', async () => {
    const left = new AbortController();
    const answer = runUntil(left.signal)(sleep);
    await sleeper();
    left.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect([await sleeping(), readPool().idleCount]).toEqual([[], 1]);
    await expect(runUntil(left.signal)(sleep)).rejects.toBe(reason);
  });

  it('is not waited for where nothing can end it, such as behind a pooler that invents its process', async () => {
    const left = new AbortController();
    readPool().once('acquire', (client) => Object.assign(client, { processID: 2_000_000_000 }));
    const answer = runUntil(left.signal)(sleep);
    const process = await sleeper();
    left.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(readPool().totalCount).toBe(0);
    await sql('select pg_terminate_backend($1)', [process]);
  });

  it('does not wait for a connection any more, and gives one back that comes late', async () => {
    const left = new AbortController();
    const held = await Promise.all(Array.from({ length: readPool().options.max }, () => readPool().connect()));
    const answer = runUntil(left.signal)(sleep);
    left.abort(reason);
    await expect(answer).rejects.toBe(reason);
    for (const client of held) client.release();
    await waitFor(() => readPool().waitingCount === 0 && readPool().idleCount === held.length);
  });

  it('fails as any other where the database fails', async () => {
    const left = new AbortController();
    const answer = runUntil(left.signal)(sleep);
    const process = await sleeper();
    // The signal has come, and nothing has ended the statement yet.
    const held = await openedPools().lookUps.connect();
    left.abort(reason);
    await sql('select pg_terminate_backend($1)', [process]);
    await waitFor(async () => (await sleeping()).length === 0);
    held.release();
    await expect(answer).rejects.toMatchObject({ code: '57P01' });
  });
});

describe('the search box', () => {
  const search = (text: string, options: object = { as: 'admin' }) =>
    send('GET', `/newsroom/search?q=${encodeURIComponent(text)}`, undefined, options);
  const found = async (text: string) =>
    (await search(text)).body.records.map(
      ({ uid, number }: { uid: string; number: number }) => `${uid.split('.')[1]} ${number}`,
    );

  it('finds records of all kinds, what fits best first, with what tells them from their namesakes', async () => {
    const name = unique('王臺');
    const [party, st] = [
      await make('party', { name: unique('黨') }),
      await make('specific-topic', { title: unique('題') }),
    ];
    const terms = [8, 9].map((term_index) => ({ term_index, district_name: `第${term_index}區` }));
    const parties = [{ term_index: 9, party: party.id }];
    const [longer, rep] = [await make('rep', { name: `${name}平` }), await make('rep', { name, terms, parties })];
    const act = await make('act', { title: `紀念${name}條例` });
    const bill = await make('bill', { act_id: act.id, version_no: '9' });
    const date = Date.UTC(2016, 1, 1);
    const vote = await make('vote', { title: `${name}案`, term_index: 9, st_id: st.id, date });
    const others = [`bill ${bill.id}`, `act ${act.id}`, `vote ${vote.id}`];
    for (const text of [name, name.replace('臺', '台')])
      expect(await found(text)).toEqual([`rep ${rep.id}`, `rep ${longer.id}`, ...others]);
    expect(await found(`${name} 條例`)).toEqual([`bill ${bill.id}`, `act ${act.id}`]);
    expect(await found(`議案 ${name}`)).toEqual([`bill ${bill.id}`]);
    expect(await found(`表決 ${vote.id}`)).toContain(`vote ${vote.id}`);
    const body = (await search(name)).body.records;
    expect(body[0]).toEqual({
      ...{ uid: 'api::rep.rep', documentId: await documentOf('reps', rep.id), number: rep.id, title: name, rank: 0 },
      details: [
        { field: 'parties.party', kind: 'text', values: [party.name] },
        { field: 'terms.term_index', kind: 'term', values: [8, 9] },
        { field: 'terms.district_name', kind: 'text', values: ['第9區'] },
      ],
    });
    // The latest by date need not be the last row; where it names no district, there is none.
    const joined = await make('party', { name: unique('黨') });
    const changed = await patch(`/console/lab/reps/${rep.id}`, {
      parties: [
        { term_index: 9, start_date: '2017-01-01T00:00:00.000Z', party: joined.id },
        { term_index: 9, start_date: '2016-02-01T00:00:00.000Z', party: party.id },
      ],
      terms: [{ term_index: 9 }, { term_index: 8, district_name: '第8區' }],
    });
    expect(changed.status).toBe(200);
    expect((await search(name)).body.records[0].details).toEqual([
      { field: 'parties.party', kind: 'text', values: [joined.name] },
      { field: 'terms.term_index', kind: 'term', values: [8, 9] },
    ]);
    expect(body[4].details).toEqual([
      { field: 'date', kind: 'day', values: [date] },
      { field: 'term_index', kind: 'term', values: [9] },
      { field: 'st', kind: 'text', values: [st.title] },
    ]);
  });

  it('tells of records that were opened lately, as they are now', async () => {
    const tag = resourceByKind('tag');
    const [kept, gone] = [await make('tag'), await make('tag')];
    const [first, second] = [await documentOf('tags', gone.id), await documentOf('tags', kept.id)];
    await patch(itemOf(tag, kept), { name: '改名' });
    await del(itemOf(tag, gone));
    const [email] = await sql('select document_id from citizen_emails where email = $1', [(await register()).email]);
    const others = [`api::citizen-email.citizen-email:${email?.document_id}`, 'x::y.z:a', 'api::tag.tag:王-', ''];
    const of = encodeURIComponent([`api::tag.tag:${first}`, ...others, `api::tag.tag:${second}`].join(','));
    const { body } = await send('GET', `/newsroom/search/records?of=${of}`, undefined, { as: 'admin' });
    expect(body).toMatchObject([{ uid: 'api::tag.tag', documentId: second, number: kept.id, title: '改名' }]);
  });

  it('tells nobody of what he may not read', async () => {
    const name = unique('王');
    const terms = [{ term_index: 9, district_name: '甲' }];
    const rep = await make('rep', { name, terms, parties: [{ term_index: 9, party: (await make('party')).id }] });
    await make('tag', { name });
    const details = ['name', 'parties.party', 'terms.term_index'];
    const person = await createPanelUser([
      readPermission('api::rep.rep', details),
      readPermission('api::party.party', ['abbreviation']),
      readPermission('api::tag.tag', ['slug']),
    ]);
    const known = {
      uid: 'api::rep.rep',
      documentId: await documentOf('reps', rep.id),
      title: name,
      details: [{ field: 'terms.term_index', kind: 'term', values: [9] }],
    };
    expect((await search(name, person)).body).toEqual({ records: [{ ...known, rank: 0 }], more: [] });
    const path = `/newsroom/search/records?of=api::rep.rep:${known.documentId}`;
    expect((await send('GET', path, undefined, person)).body).toEqual([known]);
    const { id } = await make('rep', { name: '無號' });
    const other = expect.objectContaining({ uid: 'api::rep.rep', title: '無號' });
    const ofNumber = async (who?: object) => (await search(String(id), who)).body.records;
    expect([await ofNumber(), await ofNumber(person)]).toEqual([
      expect.arrayContaining([other]),
      expect.not.arrayContaining([other]),
    ]);
    expect((await search((await register()).email)).body.records).toEqual([]);
    expect((await search(name, { as: 'public' })).status).toBe(401);
    const own = { ...readPermission('api::rep.rep', ['name']), conditions: ['admin::is-creator'] };
    expect((await search(name, await createPanelUser([own]))).body.records).toEqual([]);
  });

  it('is given up where it takes too long, also in the database', async () => {
    const { name } = await make('tag');
    await sql('alter table tags rename to other_tags');
    await sql('create view tags as select t.* from other_tags t cross join (select pg_sleep(600) offset 0) slow');
    try {
      expect((await search(name)).body).toEqual({ records: [], more: [], isTooSlow: true });
      expect(await sleeping()).toEqual([]);
    } finally {
      await sql('drop view tags');
      await sql('alter table other_tags rename to tags');
    }
  });

  it('takes two statements, whatever it finds', async () => {
    const person = await createPanelUserAs('strapi-editor');
    const nothing = await statements(() => search(' ', person));
    // The text of the statements is another one each time.
    const much = await traffic(() => search('1', person), { atMost: nothing + 2 });
    expect(much.statements).toBe(nothing + 2);
  });
});

it('no answer and no description shows the title', async () => {
  const bill = await make('bill');
  for (const path of [`/console/lab/rs_bills/${bill.id}?full`, '/console/lab/rs_bills?full', '/openapi.json'])
    expect((await get(path)).text).not.toContain('record_title');
  const exported = await content(['export', 'rs_bills', '--format', 'ndjson', '-o', '-']);
  expect([exported.code, exported.out.includes('record_title')]).toEqual([0, false]);
  expect((await del(`/console/lab/rs_bills/${bill.id}`)).status).toBe(204);
  await expect(create('/console/lab/rs_bills', { record_title: '假' })).rejects.toThrow('400');
});
