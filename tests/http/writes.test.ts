import { type Answer, create, del, get, patch, post } from '../support/client';
import { make, type RecordBody, requiredBody, resourceByKind, unique } from '../support/factory';

const LAB = '/console/lab';
const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();
const times = <T>(count: number, work: (each: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, each) => work(each)));

describe('a record that another one requires', () => {
  it.each([
    ['acts', 'act', (id: number) => make('bill', { act_id: id }), 'rs_bills', 'act_id'],
    ['specific_topics', 'specific-topic', (id: number) => make('vote', { st_id: id }), 'rs_votes', 'st_id'],
    ['specific_topics', 'specific-topic', (id: number) => make('act-feature', { st: id }), 'act_features', 'st'],
    ['acts', 'act', (id: number) => make('act-feature', { act: id }), 'act_features', 'act'],
    ['parties', 'party', (id: number) => make('rep', { parties: [{ term_index: 9, party: id }] }), 'reps', 'party'],
    [
      'legislative_steps',
      'legislative-step',
      (id: number) => make('bill', { legislative_steps: [{ date: 0, legislative_step_id: id }] }),
      'rs_bills',
      'legislative_step_id',
    ],
    [
      'st_questions',
      'st-question',
      (id: number) => make('bill', { st_questions: [{ st_question_id: id, position: '贊成' }] }),
      'rs_bills',
      'st_question_id',
    ],
  ])('%s: is not deleted, and the answer names what refers to it', async (path, kind, requiring, resource, field) => {
    const record = await make(kind);
    const referrer = await requiring(record.id);
    const answer = await del(`${LAB}/${path}/${record.id}`);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        statusCode: 409,
        message: 'IN_USE',
        references: [{ resource, id: referrer.id, field: expect.stringContaining(field) }],
        referenceCount: 1,
      },
    ]);
    expect((await get(`${LAB}/${path}/${record.id}`)).status).toBe(200);
    expect((await del(`${LAB}/${resource}/${referrer.id}`)).status).toBe(204);
    expect((await del(`${LAB}/${path}/${record.id}`)).status).toBe(204);
  });

  it('a caucus is required by the term that lists it', async () => {
    const [caucus, party] = [await make('caucus'), await make('party')];
    const term = await make('term', { caucuses: [{ caucus: caucus.id, parties: [party.id] }] });
    const answer = await del(`${LAB}/caucuses/${caucus.id}`);
    expect([answer.status, answer.body.references]).toEqual([
      409,
      [{ resource: 'terms', id: term.index, field: expect.stringContaining('caucus') }],
    ]);
  });

  it('lists the first twenty, and their number', async () => {
    const act = await make('act');
    const bills: RecordBody[] = [];
    for (let each = 0; each < 23; each += 1) bills.push(await make('bill', { act_id: act.id }));
    const { status, body } = await del(`${LAB}/acts/${act.id}`);
    expect([status, body.referenceCount]).toEqual([409, 23]);
    expect(body.references).toEqual(
      bills.slice(0, 20).map(({ id }) => ({ resource: 'rs_bills', id, field: 'act_id' })),
    );
  });

  it('counts a record once, however often it refers', async () => {
    const step = await make('legislative-step');
    const at = (date: number) => ({ date, legislative_step_id: step.id });
    await make('bill', { legislative_steps: [at(1), at(2), at(3)] });
    const { body } = await del(`${LAB}/legislative_steps/${step.id}`);
    expect([body.referenceCount, body.references.length]).toEqual([1, 1]);
  });
});

describe('a record that others only name', () => {
  it('a representative leaves bills and votes, and a principal sponsor’s type goes with the value', async () => {
    const [deleted, other] = [await make('rep'), await make('rep')];
    const bill = await make('bill', {
      principle_sponsor_type: 'rep',
      principle_sponsor_value: deleted.id,
      sponsors: [other.id, deleted.id],
      cosponsors: [deleted.id],
    });
    const vote = await make('vote', { aye: [deleted.id], nay: [other.id] });
    expect((await del(`${LAB}/reps/${deleted.id}`)).status).toBe(204);
    const left = { principle_sponsor_type: null, principle_sponsor_value: null, sponsors: [other.id], cosponsors: [] };
    expect((await get(`${LAB}/rs_bills/${bill.id}`)).body).toEqual({ ...bill, ...left });
    expect((await get(`${LAB}/rs_votes/${vote.id}`)).body).toEqual({ ...vote, aye: [] });
    const [row] = (await get(`${LAB}/rs_bills?act=${bill.act_id}`)).body.rows;
    expect([row.principle_sponsor_type, row.principle_sponsor_value, row.principle_sponsor_parties]).toEqual([
      null,
      null,
      [],
    ]);
    expect((await get(`${LAB}/rs_votes?st=${vote.st_id}`)).body.rows[0]).toMatchObject({ aye_count: 0, nay_count: 1 });
    expect((await patch(`${LAB}/rs_bills/${bill.id}`, { content: '仍可改' })).status).toBe(200);
  });

  it('tags, directions, caucuses, agencies and topics leave what named them', async () => {
    const [tag, direction, caucus, agency] = [
      await make('tag'),
      await make('act-dir'),
      await make('caucus'),
      await make('gov-agency'),
    ];
    const [topic, party] = [await make('specific-topic'), await make('party')];
    const bill = await make('bill', {
      tags: [tag.id],
      principle_sponsor_type: 'gov_agency',
      principle_sponsor_value: agency.id,
    });
    const feature = await make('act-feature', { act_dir: direction.id });
    const rep = await make('rep', { parties: [{ term_index: 9, party: party.id, caucus: caucus.id }] });
    const act = await make('act', { specific_topics: [topic.id] });
    const term = await make('term', { parties: [party.id] });
    for (const [path, { id }] of [
      ['rs_tags', tag],
      ['act_dirs', direction],
      ['caucuses', caucus],
      ['gov_agencies', agency],
      ['specific_topics', topic],
    ] as const) {
      expect([path, (await del(`${LAB}/${path}/${id}`)).status]).toEqual([path, 204]);
    }
    expect((await get(`${LAB}/rs_bills/${bill.id}`)).body).toMatchObject({ tags: [], principle_sponsor_type: null });
    expect((await get(`${LAB}/act_features/${feature.id}`)).body.act_dir).toBeNull();
    expect((await get(`${LAB}/reps/${rep.id}`)).body.parties).toMatchObject([
      { party: { id: party.id }, caucus: null },
    ]);
    expect((await get(`${LAB}/acts/${act.id}`)).body.specific_topics).toEqual([]);
    expect((await get(`${LAB}/terms/${term.index}`)).body.parties).toMatchObject([{ id: party.id }]);
  });
});

describe('writers at once', () => {
  it('of those who change what they have read, exactly one succeeds', async () => {
    const bill = await make('bill');
    const path = `${LAB}/rs_bills/${bill.id}`;
    const etag = (await get(path)).headers.get('etag') ?? '';
    const answers = await times(8, (each) =>
      patch(path, { version_no: `第 ${each} 版` }, { headers: { 'if-match': etag } }),
    );
    expect(statuses(answers)).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await get(path)).text).toBe(winner?.text);
    for (const { status, body } of answers)
      if (status === 412) expect(body).toEqual({ statusCode: 412, message: 'PRECONDITION_FAILED' });
  });

  it('of those who do not look, all succeed and the record is as one of them wrote it', async () => {
    const [a, b, vote] = [await make('rep'), await make('rep'), await make('vote')];
    const path = `${LAB}/rs_votes/${vote.id}`;
    const sides = [
      { aye: [a.id, b.id], nay: [] },
      { aye: [], nay: [b.id, a.id] },
    ];
    const answers = await times(8, (each) => patch(path, sides[each % 2]));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const { aye, nay } = (await get(path)).body;
    expect(sides).toContainEqual({ aye, nay });
  });

  it('of those who delete it, exactly one does', async () => {
    const { id } = await make('bill');
    expect(statuses(await times(6, () => del(`${LAB}/rs_bills/${id}`)))).toEqual([204, 404, 404, 404, 404, 404]);
  });

  it('of those who tie two records from both sides, all succeed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [general, specific] = [await make('general-topic'), await make('specific-topic')];
      const answers = await Promise.all([
        patch(`${LAB}/general_topics/${general.id}`, { specific_topics: [specific.id] }),
        patch(`${LAB}/specific_topics/${specific.id}`, { general_topics: [general.id] }),
      ]);
      expect(statuses(answers)).toEqual([200, 200]);
      const detail = (await get(`${LAB}/general_topics/${general.id}`)).body;
      expect(detail.specific_topics.map(({ id }: RecordBody) => id)).toEqual([specific.id]);
    }
  });

  it('an If-Match of a deleted record is not met by anybody', async () => {
    const act = await make('act');
    const etag = (await get(`${LAB}/acts/${act.id}`)).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    const answers = await Promise.all([
      del(`${LAB}/acts/${act.id}`, { headers }),
      patch(`${LAB}/acts/${act.id}`, { title: unique('改') }, { headers }),
    ]);
    const [removed, changed] = answers.map(({ status }) => status);
    expect([
      [204, 404],
      [412, 200],
    ]).toContainEqual([removed, changed]);
    expect((await get(`${LAB}/acts/${act.id}`)).status).toBe(removed === 204 ? 404 : 200);
  });

  it.each([
    [
      'a required reference',
      'vote',
      '/console/lab/rs_votes',
      (id: number) => ({ st_id: id }),
      ({ st_id }: RecordBody) => st_id,
    ],
    [
      'one of a list',
      'act',
      '/console/lab/acts',
      (id: number) => ({ specific_topics: [id] }),
      ({ specific_topics }: RecordBody) => specific_topics[0]?.id,
    ],
    [
      'one that goes with it',
      'topic-relation',
      '/console/lab/topic_relations',
      (id: number) => ({ from_type: 'Specific_Topic', from_id: id }),
      ({ from_id }: RecordBody) => from_id,
    ],
  ])('a delete and a create that names the record leave nothing dangling: %s', async (_, kind, path, naming, named) => {
    for (let round = 0; round < 12; round += 1) {
      const { id } = await make('specific-topic');
      const body = { ...(await requiredBody(resourceByKind(kind))), ...naming(id) };
      const [removed, made] = await Promise.all([del(`${LAB}/specific_topics/${id}`), post(path, body)]);
      expect([204, 409]).toContain(removed.status);
      expect([201, 400, 409]).toContain(made.status);
      const topic = await get(`${LAB}/specific_topics/${id}`);
      expect(topic.status).toBe(removed.status === 204 ? 404 : 200);
      if (made.status !== 201) continue;
      const record = await get(`${path}/${made.body.id}`);
      const target = record.status === 200 ? named(record.body) : undefined;
      if (removed.status === 204) expect(target).toBeUndefined();
      else expect(target).toBe(id);
      if (kind === 'vote' && removed.status === 204) expect(made.status).not.toBe(201);
    }
  });
});

describe('an identifier', () => {
  it('is not given again after its record, the latest, was deleted', async () => {
    const first = await make('tag');
    expect((await del(`${LAB}/rs_tags/${first.id}`)).status).toBe(204);
    const second = await make('tag');
    expect(second.id).toBeGreaterThan(first.id);
    expect((await get(`${LAB}/rs_tags/${first.id}`)).status).toBe(404);
  });

  it('is given to one record only, of thirty made at once', async () => {
    const made = await times(30, () => create(`${LAB}/rs_tags`, { name: unique('標') }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(30);
  });

  it('is not the one that a body asks for', async () => {
    const answer = await post(`${LAB}/rs_tags`, { id: 2_000_000_000, number: 2_000_000_000, name: unique('標') });
    expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([201, 'id, number']);
    expect(answer.body.id).toBeLessThan(2_000_000_000);
  });
});

it('what a write answered is what every reader reads next', async () => {
  const act = await make('act');
  for (let round = 0; round < 10; round += 1) {
    const made = await post(`${LAB}/rs_bills`, {
      act_id: act.id,
      is_law: false,
      act_features: [],
      version_no: `${round}`,
    });
    const path = `${LAB}/rs_bills/${made.body.id}`;
    expect((await get(path)).text).toBe(made.text);
    const changed = await patch(path, { version_no: `${round} 改`, sponsors: [] });
    const [detail, list] = await Promise.all([get(path), get(`${LAB}/rs_bills?act=${act.id}`)]);
    expect(detail.text).toBe(changed.text);
    expect(list.body.totalRowCount).toBe(round + 1);
    expect(list.body.rows[0]).toMatchObject({ id: made.body.id, version_no: `${round} 改` });
  }
});

it('a refused write leaves nothing behind', async () => {
  const [title, tag] = [unique('法'), unique('標')];
  const act = await post(`${LAB}/acts`, { title, official_seq_no: '1', specific_topics: [2_147_483_647] });
  expect(act.status).toBe(400);
  expect((await get(`${LAB}/acts?title=${encodeURIComponent(title)}`)).body.totalRowCount).toBe(0);
  const bill = await make('bill', { version_no: '前' });
  const refused = await patch(`${LAB}/rs_bills/${bill.id}`, {
    version_no: '後',
    tags: [tag],
    sponsors: [2_147_483_647],
  });
  expect(refused.status).toBe(400);
  expect((await get(`${LAB}/rs_bills/${bill.id}`)).body).toEqual(bill);
  expect((await get(`${LAB}/rs_tags?name=${encodeURIComponent(tag)}`)).body.totalRowCount).toBe(0);
});
