import { get, send, statements } from '../support/client';
import { make, unique } from '../support/factory';
import { createPanelUser, createPanelUserAs, readPermission } from '../support/panel-users';

type Filters = [name: string, value: unknown][];

const addressOf = (uid: string, filters: Filters, more = '') =>
  `/content-manager/collection-types/${uid}?page=1&pageSize=100&sort=number:ASC${more}${filters
    .map(
      ([name, value], index) =>
        `&filters[$and][${index}][by_${name}][$eq][${name}]=${encodeURIComponent(String(value))}`,
    )
    .join('')}`;
const numbersIn = (body: { results: { number: number }[] }) => body.results.map(({ number }) => number);

/** The filters of the API in the lists of the panel (`docs/editors.md`, "Filters"). */
describe('a list of the panel', () => {
  let editor: { authorization: string };

  beforeAll(async () => {
    editor = await createPanelUserAs('strapi-editor');
  });

  const list = async (uid: string, filters: Filters, more = '') => {
    const answer = await send('GET', addressOf(uid, filters, more), undefined, editor);
    expect([answer.status, answer.text.slice(0, 500)]).toEqual([200, expect.any(String)]);
    expect(answer.body.pagination.total).toBe(answer.body.results.length);
    return numbersIn(answer.body);
  };

  it('finds the bills that the API finds by the same filters, several at once', async () => {
    const [topic, party, rep, other, step] = [
      await make('specific-topic'),
      await make('party'),
      await make('rep'),
      await make('rep'),
      await make('legislative-step'),
    ];
    const question = await make('st-question', { st: topic.id });
    const st_questions = [{ st_question_id: question.id, position: '贊成' }];
    const legislative_steps = [{ date: Date.UTC(2020, 1, 3), legislative_step_id: step.id }];
    const version_no = unique('委員提案');
    const lead = { principle_sponsor_type: 'rep', principle_sponsor_value: rep.id };
    const bills = [
      await make('bill', { st_questions, ...lead, term_index: 9, session_index: 2, version_no }),
      await make('bill', { st_questions, sponsors: [rep.id, other.id], term_index: 9, session_index: 3 }),
      await make('bill', { cosponsors: [rep.id], legislative_steps, term_index: 9, session_index: 2 }),
    ].map(({ id }: { id: number }) => id) as [number, number, number];
    const [first, second, third] = bills;
    const bill = 'api::bill.bill';
    for (const [name, value] of [
      ['st', topic.id],
      ['sponsor', rep.id],
      ['cosponsor', rep.id],
      ['step', step.id],
      ['principle_sponsor_party', party.id],
    ] as const) {
      const { rows } = (await get(`/console/lab/rs_bills?${name}=${value}&all`)).body;
      expect([name, await list(bill, [[name, value]])]).toEqual([
        name,
        rows.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b),
      ]);
    }
    expect(await list(bill, [['st', topic.id]])).toEqual([first, second]);
    expect(await list(bill, [['sponsor', rep.id]])).toEqual([first, second]);
    expect(await list(bill, [['cosponsor', rep.id]])).toEqual([third]);
    expect(await list(bill, [['step', step.id]])).toEqual([third]);
    const here: Filters = [
      ['st', topic.id],
      ['term', 9],
      ['session', 3],
    ];
    expect(await list(bill, here)).toEqual([second]);
    // Both of them, where a filter is there twice; next to a filter and a search of Strapi's.
    expect(
      await list(bill, [
        ['sponsor', rep.id],
        ['sponsor', other.id],
      ]),
    ).toEqual([second]);
    const strapi = `&filters[$and][9][version_no][$eq]=${encodeURIComponent(version_no)}&_q=${first}`;
    expect(await list(bill, [['st', topic.id]], strapi)).toEqual([first]);
  });

  it('finds votes by how somebody voted, and members by a term and their party in it', async () => {
    const [rep, other] = [await make('rep'), await make('rep')];
    const votes = [
      await make('vote', { aye: [rep.id], nay: [other.id] }),
      await make('vote', { nay: [rep.id], aye: [other.id] }),
    ].map(({ id }: { id: number }) => id);
    const vote = 'api::vote.vote';
    expect(await list(vote, [['voter', rep.id]])).toEqual(votes);
    expect(
      await list(vote, [
        ['voter', rep.id],
        ['voted', 'nay'],
      ]),
    ).toEqual([votes[1]]);
    expect(
      await list(vote, [
        ['voter', rep.id],
        ['voted', 'aye'],
        ['voter', other.id],
        ['voted', 'nay'],
      ]),
    ).toEqual([votes[0]]);
    const { rows } = (await get(`/console/lab/rs_votes?voter=${rep.id}&voted=aye&all`)).body;
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([votes[0]]);

    const district_name = unique('選區');
    const member = await make('rep', { terms: [{ term_index: 9, district_name }] });
    expect(
      await list('api::rep.rep', [
        ['term', 9],
        ['district', district_name],
      ]),
    ).toEqual([member.id]);
    expect(
      await list('api::rep.rep', [
        ['term', 8],
        ['district', district_name],
      ]),
    ).toEqual([]);
  });

  it('costs no more statements with filters', async () => {
    const count = (filters: Filters) => statements(() => list('api::bill.bill', filters, '&_q=%F0%A0%AE%B7'));
    expect(
      await count([
        ['term', 9],
        ['sponsor', 1],
      ]),
    ).toBe(await count([]));
  });

  it('is empty where a filter cannot be used, and says of each why', async () => {
    const uid = 'api::bill.bill';
    const said = async (filters: Filters, person = editor) => {
      const { body, status } = await send('GET', addressOf(uid, filters), undefined, person);
      expect(status).toBe(200);
      const chosen = filters.map(([name, value]) => ({ name, ...(value !== undefined && { value: String(value) }) }));
      const query = `of=${uid}&filters=${encodeURIComponent(JSON.stringify(chosen))}`;
      const told = await send('GET', `/newsroom/list-filters/chosen?${query}`, undefined, person);
      return [body.pagination.total, told.body.map(({ fault }: { fault?: string }) => fault)];
    };
    await make('bill', { term_index: 9 });
    const [some] = await said([['term', 9]]);
    expect(some).toBeGreaterThan(0);
    expect(
      await said([
        ['term', 'x'],
        ['nobody', 1],
        ['term', 9],
      ]),
    ).toEqual([0, ['invalid', 'forbidden', undefined]]);
    // Nobody filters by what he may not read.
    const reader = await createPanelUser([readPermission(uid, ['number', 'term_index', 'date'])]);
    expect(await said([['term', 9]], reader)).toEqual([some, [undefined]]);
    expect(
      await said(
        [
          ['sponsor', 1],
          ['term', 9],
        ],
        reader,
      ),
    ).toEqual([0, ['forbidden', undefined]]);
    const usable = await send('GET', `/newsroom/list-filters/usable?of=${uid}`, undefined, reader);
    expect(usable.body).toEqual(['term']);
    // An act names its topics: who may not read acts does not learn them here.
    const topics = await createPanelUser([
      readPermission('api::specific-topic.specific-topic', ['number', 'title', 'general_topics']),
    ]);
    expect(
      (await send('GET', '/newsroom/list-filters/usable?of=api::specific-topic.specific-topic', undefined, topics))
        .body,
    ).toEqual(['gt']);
    for (const query of ['', 'of=x&filters={}', `of=${uid}&filters=[null]`, `of=${uid}&filters=[{"name":1}]`])
      expect((await send('GET', `/newsroom/list-filters/chosen?${query}`, undefined, editor)).status).toBe(400);
  });

  it('offers the records to filter by, in any writing, to those who may read them', async () => {
    const name = unique('臺北黨');
    const party = await make('party', { name });
    const choices = (query: string, person = editor) =>
      send('GET', `/newsroom/list-filters/choices?${query}`, undefined, person);
    const found = [expect.objectContaining({ uid: 'api::party.party', number: party.id, title: name })];
    expect((await choices(`of=api::party.party&q=${encodeURIComponent(name.replace('臺', '台'))}`)).body).toEqual(
      found,
    );
    const chosen = JSON.stringify([{ name: 'principle_sponsor_party', value: String(party.id) }]);
    const told = await send(
      'GET',
      `/newsroom/list-filters/chosen?of=api::bill.bill&filters=${chosen}`,
      undefined,
      editor,
    );
    expect(told.body).toEqual([{ name: 'principle_sponsor_party', value: String(party.id), record: found[0] }]);
    const all = (await choices('of=api::party.party')).body;
    expect(all.length).toBeGreaterThan(0);
    expect(all.length).toBeLessThanOrEqual(20);
    expect((await choices('of=api::party.party&q=a&q=b')).status).toBe(400);
    for (const query of ['of=nobody', 'of=api::citizen-email.citizen-email', 'of=api::bill.bill', ''])
      expect((await choices(query)).status).toBe(403);
    const reader = await createPanelUser([readPermission('api::bill.bill', ['number'])]);
    expect((await choices('of=api::party.party', reader)).status).toBe(403);
  });
});
