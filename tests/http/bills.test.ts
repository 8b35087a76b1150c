import { create, faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, type RecordBody, unique, uniqueIndex } from '../support/factory';

const BILLS = '/console/lab/rs_bills';

/** Reads a bill's row in the list. */
async function rowOf(bill: RecordBody): Promise<RecordBody> {
  const { rows } = (await get(`${BILLS}?all&act=${bill.act_id}`)).body;
  return rows.find(({ id }: { id: number }) => id === bill.id);
}

/** Lists an act's bills that match a filter. */
const filtered = async (act: RecordBody, filter: string): Promise<number[]> =>
  idsOf(await get(`${BILLS}?all&act=${act.id}&${filter}`));

describe('a bill as it is written', () => {
  it('keeps what it is given: members in their order, steps, questions and features', async () => {
    const [a, b, c] = [await make('rep'), await make('rep'), await make('rep')];
    const [step, question, direction] = [
      await make('legislative-step'),
      await make('st-question'),
      await make('act-dir'),
    ];
    const feature = await make('act-feature');
    const topicOf = async (path: string) => (await get(path)).body.st.id;
    const questionTopic = await topicOf(`/console/lab/st_questions/${question.id}`);
    const directionTopic = await topicOf(`/console/lab/act_dirs/${direction.id}`);
    const made = await make('bill', {
      sponsors: [c.id, a.id, b.id],
      cosponsors: [b.id, a.id],
      legislative_steps: [
        { date: 1_455_840_000_000, legislative_step_id: step.id },
        { date: 1_454_284_800_000, legislative_step_id: step.id },
      ],
      st_questions: [{ st_question_id: question.id, position: '贊成' }],
      act_features: [
        { act_dir_id: direction.id, act_feature_id: feature.id, short_content: '短', content: '長' },
        { act_dir_id: direction.id, act_feature_id: feature.id, short_content: '短二', content: '長二' },
      ],
    });
    expect((await get(`${BILLS}/${made.id}`)).body).toMatchObject({
      sponsors: [c.id, a.id, b.id],
      cosponsors: [b.id, a.id],
      legislative_steps: [
        { date: 1_455_840_000_000, legislative_step_id: step.id },
        { date: 1_454_284_800_000, legislative_step_id: step.id },
      ],
      st_questions: [{ st_id: questionTopic, st_question_id: question.id, position: '贊成' }],
      act_features: [
        {
          st_id: directionTopic,
          act_dir_id: direction.id,
          act_feature_id: feature.id,
          short_content: '短',
          content: '長',
        },
        {
          st_id: directionTopic,
          act_dir_id: direction.id,
          act_feature_id: feature.id,
          short_content: '短二',
          content: '長二',
        },
      ],
    });
    const turned = await patch(`${BILLS}/${made.id}`, { sponsors: [b.id, c.id] });
    expect(turned.body.sponsors).toEqual([b.id, c.id]);
    expect(turned.body.cosponsors).toEqual([b.id, a.id]);
    const again = await patch(`${BILLS}/${made.id}`, { sponsors: [a.id, b.id, c.id] });
    expect(again.body.sponsors).toEqual([a.id, b.id, c.id]);
  });

  it('takes the topic of a question or feature when it agrees, and refuses another one', async () => {
    const [topic, other] = [await make('specific-topic'), await make('specific-topic')];
    const question = await make('st-question', { st: topic.id });
    const direction = await make('act-dir', { st: topic.id });
    const feature = await make('act-feature');
    const body = (st: object) => ({
      st_questions: [{ ...st, st_question_id: question.id, position: '反對' }],
      act_features: [
        { ...st, act_dir_id: direction.id, act_feature_id: feature.id, short_content: '短', content: '長' },
      ],
    });
    for (const st of [
      {},
      { st_id: topic.id },
      { st_id: String(topic.id) },
      { st_id: { id: topic.id, title: '議題' } },
    ]) {
      const bill = await make('bill', body(st));
      expect([bill.st_questions[0].st_id, bill.act_features[0].st_id]).toEqual([topic.id, topic.id]);
    }
    const bill = await make('bill');
    const answer = await patch(`${BILLS}/${bill.id}`, body({ st_id: other.id }));
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      ['act_features[0].st_id MISMATCH', 'st_questions[0].st_id MISMATCH'],
    ]);
    expect((await get(`${BILLS}/${bill.id}`)).body).toMatchObject({ st_questions: [], act_features: [] });
  });

  it('names its principal sponsor by type and value together, or not at all', async () => {
    const [act, caucus] = [await make('act'), await make('caucus')];
    const send = (sponsor: object) => post(BILLS, { act_id: act.id, is_law: false, act_features: [], ...sponsor });
    expect(faultsOf(await send({ principle_sponsor_type: 'caucus' }))).toEqual(['principle_sponsor_value REQUIRED']);
    expect(faultsOf(await send({ principle_sponsor_value: caucus.id }))).toEqual(['principle_sponsor_type REQUIRED']);
    expect(faultsOf(await send({ principle_sponsor_type: 'mayor', principle_sponsor_value: caucus.id }))).toContain(
      'principle_sponsor_type INVALID_VALUE',
    );
    expect(faultsOf(await send({ principle_sponsor_type: 'caucus', principle_sponsor_value: 2_147_483_647 }))).toEqual([
      'principle_sponsor_value UNKNOWN_REFERENCE',
    ]);
    const both = await send({ principle_sponsor_type: 'caucus', principle_sponsor_value: caucus.id });
    expect(both.body).toMatchObject({ principle_sponsor_type: 'caucus', principle_sponsor_value: caucus.id });
    const path = `${BILLS}/${both.body.id}`;
    for (const name of ['principle_sponsor_type', 'principle_sponsor_value']) {
      const half = await patch(path, { [name]: null });
      expect([half.status, faultsOf(half)]).toEqual([400, expect.arrayContaining([`${name} REQUIRED`])]);
    }
    expect((await patch(path, { principle_sponsor_type: 'rep' })).status).toBe(400);
    expect((await get(path)).body).toEqual(both.body);
    const cleared = await patch(path, { principle_sponsor_type: null, principle_sponsor_value: null });
    expect(cleared.body).toMatchObject({ principle_sponsor_type: null, principle_sponsor_value: null });
    expect((await send({})).body).toMatchObject({ principle_sponsor_type: null, principle_sponsor_value: null });
  });

  it('changes its principal sponsor to one of another kind', async () => {
    const [agency, rep] = [await make('gov-agency'), await make('rep')];
    const bill = await make('bill', { principle_sponsor_type: 'gov_agency', principle_sponsor_value: agency.id });
    const sponsor = { principle_sponsor_type: 'rep', principle_sponsor_value: rep.id };
    expect((await patch(`${BILLS}/${bill.id}`, sponsor)).body).toMatchObject(sponsor);
    expect((await rowOf(bill)).principle_sponsor_value).toEqual({ id: rep.id, name: rep.name });
  });

  it('makes a tag of a name that is new, and takes digits as an identifier', async () => {
    const name = unique('綠能');
    const known = await make('tag');
    const bill = await make('bill', { tags: [name, String(known.id)] });
    const found = await get(`/console/lab/rs_tags?name=${encodeURIComponent(name)}`);
    expect(found.body.rows).toEqual([{ id: bill.tags[0], name }]);
    expect(bill.tags).toEqual([found.body.rows[0].id, known.id]);
    expect((await make('bill', { tags: [name] })).tags).toEqual([bill.tags[0]]);
    expect(faultsOf(await patch(`${BILLS}/${bill.id}`, { tags: ['2147483647'] }))).toEqual([
      'tags[0] UNKNOWN_REFERENCE',
    ]);
    expect(faultsOf(await patch(`${BILLS}/${bill.id}`, { tags: [known.id, String(known.id)] }))).toEqual([
      'tags[1] DUPLICATE',
    ]);
  });

  it('makes one tag when several requests name it at once', async () => {
    const name = unique('同時');
    const bills = await Promise.all(Array.from({ length: 6 }, () => make('bill')));
    const answers = await Promise.all(bills.map(({ id }) => patch(`${BILLS}/${id}`, { tags: [name] })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { rows } = (await get(`/console/lab/rs_tags?name=${encodeURIComponent(name)}`)).body;
    expect(rows).toHaveLength(1);
    for (const { body } of answers) expect(body.tags).toEqual([rows[0].id]);
  });

  it('makes no tag when the body is refused', async () => {
    const name = unique('不要');
    expect((await post(BILLS, { tags: [name] })).status).toBe(400);
    expect((await get(`/console/lab/rs_tags?name=${encodeURIComponent(name)}`)).body.rows).toEqual([]);
  });
});

describe('the topics of a bill', () => {
  let act: RecordBody;
  const topics: Record<string, RecordBody> = {};
  const bills: Record<string, RecordBody> = {};

  beforeAll(async () => {
    for (const [name, index] of [
      ['first', 1],
      ['second', 2],
      ['ofAct', 3],
    ] as const) {
      topics[name] = await make('specific-topic', {
        index,
        act_dirs: [
          { name: '方向', index: 1 },
          { name: '另一方向', index: 2 },
        ],
        st_questions: [{ question: '問題', index: 1 }],
      });
    }
    act = await make('act', { specific_topics: [topics.ofAct.id, topics.first.id] });
    const feature = await make('act-feature');
    const featureOn = (topic: RecordBody, place = 0) => ({
      act_dir_id: topic.act_dirs[place].id,
      act_feature_id: feature.id,
      short_content: '短',
      content: '長',
    });
    const questionOn = (topic: RecordBody) => ({ st_question_id: topic.st_questions[0].id, position: '贊成' });
    bills.none = await make('bill', { act_id: act.id });
    bills.features = await make('bill', {
      act_id: act.id,
      act_features: [featureOn(topics.second), featureOn(topics.first), featureOn(topics.second, 1)],
    });
    bills.question = await make('bill', { act_id: act.id, st_questions: [questionOn(topics.second)] });
    bills.both = await make('bill', {
      act_id: act.id,
      act_features: [featureOn(topics.second)],
      st_questions: [questionOn(topics.second), questionOn(topics.first)],
    });
    bills.elsewhere = await make('bill');
  });

  const summary = (name: string) => ({ id: topics[name].id, title: topics[name].title });

  it('are those of its features and questions, each once, in the order of the topics', async () => {
    expect((await rowOf(bills.features)).specific_topics).toEqual([summary('first'), summary('second')]);
    expect((await rowOf(bills.question)).specific_topics).toEqual([summary('second')]);
    expect((await rowOf(bills.both)).specific_topics).toEqual([summary('first'), summary('second')]);
  });

  it('are those of its act when it has none of its own', async () => {
    expect((await rowOf(bills.none)).specific_topics).toEqual([summary('first'), summary('ofAct')]);
    expect((await rowOf(bills.elsewhere)).specific_topics).toEqual([]);
  });

  it('decide what the filter st leaves', async () => {
    const on = async (name: string) => idsOf(await get(`${BILLS}?all&st=${topics[name].id}`)).sort((a, b) => a - b);
    expect(await on('first')).toEqual([bills.none.id, bills.features.id, bills.both.id]);
    expect(await on('second')).toEqual([bills.features.id, bills.question.id, bills.both.id]);
    expect(await on('ofAct')).toEqual([bills.none.id]);
  });
});

describe('the list of bills', () => {
  it('shows the newest date first, of one date the highest identifier, and those without date last', async () => {
    const act = await make('act');
    const dates = [1_454_284_800_000, null, 1_455_840_000_000, 1_454_284_800_000, -86_400_000, null];
    const ids: number[] = [];
    for (const date of dates) ids.push((await make('bill', { act_id: act.id, date })).id);
    expect(await filtered(act, '')).toEqual([ids[2], ids[3], ids[0], ids[4], ids[5], ids[1]]);
  });

  it('shows the act, and the principal sponsor by name', async () => {
    const [agency, caucus, rep] = [await make('gov-agency'), await make('caucus'), await make('rep')];
    const act = await make('act');
    for (const [type, { id, name }] of Object.entries({ gov_agency: agency, caucus, rep })) {
      const bill = await make('bill', {
        act_id: act.id,
        principle_sponsor_type: type,
        principle_sponsor_value: id,
        version_no: '院總第 1 號',
        session_index: 2,
      });
      expect(await rowOf(bill)).toEqual({
        id: bill.id,
        specific_topics: [],
        act: { id: act.id, title: act.title },
        is_law: true,
        version_no: '院總第 1 號',
        date: null,
        term_index: null,
        session_index: 2,
        principle_sponsor_type: type,
        principle_sponsor_value: { id, name },
        principle_sponsor_parties: [],
      });
    }
  });

  it('is filtered by act, term, and type and value of the sponsor', async () => {
    const [act, term] = [await make('act'), uniqueIndex()];
    const caucus = await make('caucus');
    const sponsor = { principle_sponsor_type: 'caucus', principle_sponsor_value: caucus.id };
    const plain = await make('bill', { act_id: act.id, term_index: term });
    const ofCaucus = await make('bill', { act_id: act.id, ...sponsor });
    const elsewhere = await make('bill', { term_index: term, ...sponsor });
    expect(await filtered(act, '')).toEqual([ofCaucus.id, plain.id]);
    expect(idsOf(await get(`${BILLS}?all&term=${term}`))).toEqual([elsewhere.id, plain.id]);
    expect(await filtered(act, `term=${term}`)).toEqual([plain.id]);
    expect(await filtered(act, 'principle_sponsor_type=caucus')).toEqual([ofCaucus.id]);
    expect(await filtered(act, 'principle_sponsor_type=rep')).toEqual([]);
    expect(await filtered(act, `principle_sponsor_value=${caucus.id}`)).toEqual([ofCaucus.id]);
    const both = await get(`${BILLS}?all&principle_sponsor_type=caucus&principle_sponsor_value=${caucus.id}`);
    expect(idsOf(both)).toEqual([elsewhere.id, ofCaucus.id]);
    expect((await get(`${BILLS}?principle_sponsor_type=mayor`)).status).toBe(400);
    expect(await create(BILLS, { act_id: act.id, is_law: 0, act_features: [] })).toMatchObject({ is_law: false });
  });
});
