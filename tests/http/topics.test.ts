import { create, del, faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, type RecordBody, unique } from '../support/factory';

const SPECIFIC = '/console/lab/specific_topics';
const GENERAL = '/console/lab/general_topics';
const ACTS = '/console/lab/acts';
const short = ({ id, title, index, image }: RecordBody) => ({ id, title, index, image });

/** Reads a topic's row in its list. */
const rowOf = async (path: string, { id, title }: RecordBody): Promise<RecordBody> =>
  (await get(`${path}?title=${encodeURIComponent(title)}`)).body.rows.find((row: RecordBody) => row.id === id);

describe('general and specific topics', () => {
  it('name each other, from whichever side they were tied', async () => {
    const general = await make('general-topic');
    const specific = await make('specific-topic', { general_topics: [general.id], image: '/議題.png' });
    const second = await make('specific-topic');
    expect((await get(`${GENERAL}/${general.id}`)).body.specific_topics).toEqual([short(specific)]);
    await patch(`${GENERAL}/${general.id}`, { specific_topics: [second.id, specific.id] });
    expect((await get(`${GENERAL}/${general.id}`)).body.specific_topics).toEqual([short(second), short(specific)]);
    expect((await get(`${SPECIFIC}/${second.id}`)).body.general_topics).toEqual([short(general)]);
    await patch(`${SPECIFIC}/${specific.id}`, { general_topics: [] });
    expect((await rowOf(GENERAL, general)).specific_topics).toEqual([short(second)]);
    expect((await del(`${SPECIFIC}/${second.id}`)).status).toBe(204);
    expect((await get(`${GENERAL}/${general.id}`)).body.specific_topics).toEqual([]);
  });

  it('are read alike in list and detail, which alone has the description', async () => {
    const general = await make('general-topic', { description: '大議題' });
    const specific = await make('specific-topic', {
      description: '議題',
      general_topics: [general.id],
      act_dirs: [{ name: '同婚', index: 1 }],
      st_questions: [{ question: '是否支持同婚？', index: 1 }],
    });
    for (const [path, record, description] of [
      [GENERAL, general, '大議題'],
      [SPECIFIC, specific, '議題'],
    ] as const) {
      const detail = (await get(`${path}/${record.id}`)).body;
      const row = await rowOf(path, record);
      expect({ ...row, description }).toEqual(detail);
      expect(row).not.toHaveProperty('description');
    }
  });

  it('are listed by index, then identifier', async () => {
    const mark = unique('排');
    const made = async (index: number) => (await make('specific-topic', { title: `${mark}${index}`, index })).id;
    const [third, first, last, second] = [await made(2), await made(0), await made(9), await made(1)];
    const again = await made(1);
    const listed = async () => idsOf(await get(`${SPECIFIC}?title=${encodeURIComponent(mark)}`));
    expect(await listed()).toEqual([first, second, again, third, last]);
    await patch(`${SPECIFIC}/${first}`, { index: 1 });
    expect(await listed()).toEqual([first, second, again, third, last]);
    await patch(`${SPECIFIC}/${first}`, { index: 10 });
    expect(await listed()).toEqual([second, again, third, last, first]);
  });

  it('general topics are listed by index, then identifier, and filtered by part of the title', async () => {
    const mark = unique('大');
    const ids: number[] = [];
    for (const index of [2, 1, 2]) ids.push((await make('general-topic', { title: `第 ${mark} 類`, index })).id);
    expect(idsOf(await get(`${GENERAL}?title=${encodeURIComponent(mark)}`))).toEqual([ids[1], ids[0], ids[2]]);
  });

  it('specific topics are filtered by general topic and by act', async () => {
    const [general, other] = [await make('general-topic'), await make('general-topic')];
    const [inBoth, inGeneral, inAct] = [
      await make('specific-topic', { general_topics: [other.id, general.id] }),
      await make('specific-topic', { general_topics: [general.id] }),
      await make('specific-topic'),
    ];
    const act = await make('act', { specific_topics: [inAct.id, inBoth.id] });
    expect(idsOf(await get(`${SPECIFIC}?gt=${general.id}`))).toEqual([inBoth.id, inGeneral.id]);
    expect(idsOf(await get(`${SPECIFIC}?act=${act.id}`))).toEqual([inBoth.id, inAct.id]);
    expect(idsOf(await get(`${SPECIFIC}?gt=${general.id}&act=${act.id}`))).toEqual([inBoth.id]);
    expect(idsOf(await get(`${SPECIFIC}?gt=${other.id}&title=${encodeURIComponent(inGeneral.title)}`))).toEqual([]);
    expect((await rowOf(SPECIFIC, inBoth)).general_topics).toEqual([short(other), short(general)]);
  });

  it('acts show their topics, and are filtered by title and topic', async () => {
    const mark = unique('法');
    const [a, b] = [await make('specific-topic'), await make('specific-topic', { image: '/b.png' })];
    const both = await make('act', { title: `民${mark}典`, specific_topics: [b.id, a.id] });
    const one = await make('act', { title: `刑${mark}典`, specific_topics: [a.id] });
    expect((await get(`${ACTS}/${both.id}`)).body.specific_topics).toEqual([short(b), short(a)]);
    expect((await rowOf(ACTS, both)).specific_topics).toEqual([short(b), short(a)]);
    expect(idsOf(await get(`${ACTS}?title=${encodeURIComponent(mark)}`))).toEqual([both.id, one.id]);
    expect(idsOf(await get(`${ACTS}?st=${a.id}`))).toEqual([both.id, one.id]);
    expect(idsOf(await get(`${ACTS}?st=${b.id}`))).toEqual([both.id]);
    expect(idsOf(await get(`${ACTS}?st=${a.id}&title=${encodeURIComponent(`刑${mark}`)}`))).toEqual([one.id]);
  });
});

describe('directions and questions of a topic', () => {
  const DIRECTIONS = [
    { name: '嚴格', index: 2 },
    { name: '寬鬆', index: 1 },
  ];
  let topic: RecordBody;
  let [strict, loose]: RecordBody[] = [];
  const write = (body: object) => patch(`${SPECIFIC}/${topic.id}`, body);

  beforeEach(async () => {
    topic = await make('specific-topic', { act_dirs: DIRECTIONS, st_questions: [{ question: '是否？', index: 1 }] });
    [loose, strict] = topic.act_dirs;
  });

  it('are answered in order of their index, each a record of its own', async () => {
    const { id, title } = topic;
    expect([loose, strict]).toEqual([
      { id: loose.id, name: '寬鬆', index: 1 },
      { id: strict.id, name: '嚴格', index: 2 },
    ]);
    expect((await get(`/console/lab/act_dirs/${strict.id}`)).body).toEqual({ ...strict, st: { id, title } });
    const [question] = topic.st_questions;
    expect((await get(`/console/lab/st_questions?st=${id}`)).body.rows).toEqual([{ ...question, st: { id, title } }]);
    expect((await get(`/console/lab/act_dirs?st=${id}`)).body.rows).toEqual(
      [
        { ...strict, st: { id, title } },
        { ...loose, st: { id, title } },
      ].sort((a, b) => a.id - b.id),
    );
  });

  it('keep their identifiers when sent back with them, changed or not', async () => {
    const answer = await write({
      act_dirs: [
        { id: strict.id, name: '更嚴格', index: 0 },
        { id: loose.id, name: '寬鬆', index: 1 },
      ],
    });
    expect(answer.body.act_dirs).toEqual([
      { id: strict.id, name: '更嚴格', index: 0 },
      { id: loose.id, name: '寬鬆', index: 1 },
    ]);
    expect((await get(`/console/lab/act_dirs/${strict.id}`)).body).toMatchObject({ name: '更嚴格', index: 0 });
  });

  it('keep their identifiers when sent back without, matched by name or question', async () => {
    const answer = await write({
      act_dirs: [
        { name: '嚴格', index: 5 },
        { name: '寬鬆', index: 6 },
        { name: '新的', index: 7 },
      ],
      st_questions: [{ question: '是否？', index: 9 }],
    });
    const [, , made] = answer.body.act_dirs;
    expect(answer.body.act_dirs).toEqual([
      { id: strict.id, name: '嚴格', index: 5 },
      { id: loose.id, name: '寬鬆', index: 6 },
      { id: made.id, name: '新的', index: 7 },
    ]);
    expect([strict.id, loose.id]).not.toContain(made.id);
    expect(answer.body.st_questions).toEqual([{ id: topic.st_questions[0].id, question: '是否？', index: 9 }]);
  });

  it('stay as they are when they are not sent, and go when they are not among those sent', async () => {
    expect((await write({ title: unique('改') })).body).toMatchObject({
      act_dirs: topic.act_dirs,
      st_questions: topic.st_questions,
    });
    expect((await write({ act_dirs: [{ id: loose.id, name: '寬鬆', index: 1 }] })).body.act_dirs).toEqual([loose]);
    expect((await get(`/console/lab/act_dirs/${strict.id}`)).status).toBe(404);
    expect((await write({ st_questions: [] })).body.st_questions).toEqual([]);
    expect((await get(`/console/lab/st_questions/${topic.st_questions[0].id}`)).status).toBe(404);
  });

  it('exchange their names and keep what refers to them', async () => {
    const feature = await make('act-feature', { act_dir: strict.id });
    const answer = await write({
      act_dirs: [
        { id: strict.id, name: '寬鬆', index: 1 },
        { id: loose.id, name: '嚴格', index: 2 },
      ],
    });
    expect(answer.body.act_dirs).toEqual([
      { id: strict.id, name: '寬鬆', index: 1 },
      { id: loose.id, name: '嚴格', index: 2 },
    ]);
    expect((await get(`/console/lab/act_features/${feature.id}`)).body.act_dir).toEqual({
      id: strict.id,
      name: '寬鬆',
    });
  });

  it('are not removed while a bill needs them, and nothing else changes either', async () => {
    const feature = await make('act-feature');
    const bill = await make('bill', {
      act_features: [{ act_dir_id: strict.id, act_feature_id: feature.id, short_content: '短', content: '長' }],
    });
    const answer = await write({ title: unique('改'), act_dirs: [{ name: '寬鬆', index: 4 }] });
    expect([answer.status, answer.body.message]).toEqual([409, 'IN_USE']);
    expect(answer.body.references).toEqual([
      { resource: 'rs_bills', id: bill.id, field: expect.stringContaining('act_dir_id') },
    ]);
    expect((await get(`${SPECIFIC}/${topic.id}`)).body).toEqual(topic);
  });

  it('cannot be those of another topic, nor be named twice', async () => {
    const other = await make('specific-topic', { act_dirs: [{ name: '別的', index: 1 }] });
    const [foreign] = other.act_dirs;
    const taken = await write({ act_dirs: [{ id: loose.id, name: '寬鬆', index: 1 }, { ...foreign }] });
    expect([taken.status, faultsOf(taken)]).toEqual([400, ['act_dirs[1].id UNKNOWN_REFERENCE']]);
    const body = { title: '新', index: 1, description: '新', general_topics: [], act_dirs: [foreign] };
    expect(faultsOf(await post(SPECIFIC, body))).toEqual(['act_dirs[0].id UNKNOWN_REFERENCE']);
    const twice = await write({
      act_dirs: [
        { id: loose.id, name: '甲', index: 1 },
        { id: loose.id, name: '乙', index: 2 },
      ],
    });
    expect(twice.status).toBe(400);
    expect((await get(`${SPECIFIC}/${topic.id}`)).body).toEqual(topic);
    expect((await get(`${SPECIFIC}/${other.id}`)).body).toEqual(other);
  });

  it('name what is missing in them', async () => {
    const answer = await write({ act_dirs: [{ id: loose.id }, 7], st_questions: [{ question: '', index: 'x' }] });
    expect(faultsOf(answer)).toEqual([
      'act_dirs[0].index REQUIRED',
      'act_dirs[0].name REQUIRED',
      'act_dirs[1] INVALID_TYPE',
      'st_questions[0].index INVALID_TYPE',
      'st_questions[0].question REQUIRED',
    ]);
  });

  it('go with their topic', async () => {
    expect((await del(`${SPECIFIC}/${topic.id}`)).status).toBe(204);
    expect((await get(`/console/lab/act_dirs/${strict.id}`)).status).toBe(404);
    expect((await get(`/console/lab/st_questions/${topic.st_questions[0].id}`)).status).toBe(404);
  });

  it('keep their topic while a bill needs one of them', async () => {
    const [question] = topic.st_questions;
    const bill = await create('/console/lab/rs_bills', {
      act_id: (await make('act')).id,
      is_law: false,
      act_features: [],
      st_questions: [{ st_question_id: question.id, position: '支持' }],
    });
    const answer = await del(`${SPECIFIC}/${topic.id}`);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        statusCode: 409,
        message: 'IN_USE',
        references: [{ resource: 'rs_bills', id: bill.id, field: expect.stringContaining('st_question_id') }],
        referenceCount: 1,
      },
    ]);
    expect((await get(`${SPECIFIC}/${topic.id}`)).body).toEqual(topic);
    expect((await del(`/console/lab/st_questions/${question.id}`)).status).toBe(409);
    expect((await del(`/console/lab/rs_bills/${bill.id}`)).status).toBe(204);
    expect((await del(`${SPECIFIC}/${topic.id}`)).status).toBe(204);
  });
});
