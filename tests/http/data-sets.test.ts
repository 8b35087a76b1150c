import { del, faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, type RecordBody, requiredBody, resourceByKind, unique, uniqueIndex } from '../support/factory';

const BILL_SETS = '/console/lab/bill_data_sets';
const BILL_SET = '/console/lab/bill_data_set';
const STATEMENT_SETS = '/console/lab/statement_data_sets';
const STATEMENT_SET = '/console/lab/statement_data_set';

/** Creates a topic with one direction and one question. */
const topicWithParts = (): Promise<RecordBody> =>
  make('specific-topic', {
    image: '/images/t.png',
    act_dirs: [{ name: '方向', index: 1 }],
    st_questions: [{ question: '贊成嗎？', index: 1 }],
  });

const summary = ({ id, title, image, index }: RecordBody) => ({ id, title, image, index });

describe('a bill data set', () => {
  it('names its bills and features in the detail, and what it is about in the row', async () => {
    const [topic, act] = [await topicWithParts(), await make('act')];
    const [direction] = topic.act_dirs;
    const [feature, other] = [await make('act-feature'), await make('act-feature')];
    const [first, second] = [await make('bill'), await make('bill')];
    const shown = {
      name: unique('第9屆工時'),
      version_no: '1.0',
      slug: 'working-hours',
      term_index: 9,
      start_date: '2016-02-01T00:00:00.000Z',
      end_date: '2016-12-31T15:59:59.999Z',
    };
    const lists = {
      act_feature_ids: [other.id, feature.id],
      bill_ids: [second.id, first.id],
      scores: [{ bill_id: first.id, score_per_act_feature: [{ act_feature_id: feature.id, score: 2 }] }],
    };
    const references = { st_id: topic.id, act_id: act.id, act_dir_id: direction.id };
    const { id } = (await post(BILL_SET, { ...shown, ...references, ...lists })).body;
    const detail = await get(`${BILL_SETS}/${id}`);
    expect(detail.body).toEqual({ id, ...shown, ...references, ...lists });
    const { rows } = (await get(`${BILL_SETS}?st=${topic.id}`)).body;
    expect(rows).toEqual([
      {
        id,
        ...shown,
        st: summary(topic),
        act: { id: act.id, title: act.title, official_seq_no: act.official_seq_no },
        act_dir: { id: direction.id, name: direction.name },
      },
    ]);
  });

  it('has no slug, no bills and no scores where none are given', async () => {
    const made = await make('bill-data-set');
    expect(made).toMatchObject({ slug: null, act_feature_ids: [], bill_ids: [], scores: [] });
  });

  it('takes date-time text with a T or a blank, digits, or milliseconds, and answers ISO text in UTC', async () => {
    const made = await make('bill-data-set', { start_date: '2016-02-01 08:00:00+08:00', end_date: 1_580_428_800_000 });
    expect([made.start_date, made.end_date]).toEqual(['2016-02-01T00:00:00.000Z', '2020-01-31T00:00:00.000Z']);
    const dated = async (date: unknown) =>
      (await patch(`${BILL_SET}/${made.id}`, { start_date: date })).body.start_date;
    expect(await dated('2016-02-01T12:30')).toBe('2016-02-01T12:30:00.000Z');
    expect(await dated('2016-02-01 12:30:15.5')).toBe('2016-02-01T12:30:15.500Z');
    expect(await dated('2016-02-02')).toBe('2016-02-02T00:00:00.000Z');
    expect(await dated('-86400001')).toBe('1969-12-30T23:59:59.999Z');
    expect(faultsOf(await patch(`${BILL_SET}/${made.id}`, { start_date: '2015-02-29' }))).toEqual([
      'start_date INVALID_VALUE',
    ]);
  });

  it('takes references as digits, or as the objects of a row', async () => {
    const [topic, act] = [await topicWithParts(), await make('act')];
    const bill = await make('bill');
    const made = await make('bill-data-set', {
      st_id: summary(topic),
      act_id: String(act.id),
      act_dir_id: topic.act_dirs[0],
      bill_ids: [{ id: bill.id }],
      version_no: 2,
    });
    expect(made).toMatchObject({
      st_id: topic.id,
      act_id: act.id,
      act_dir_id: topic.act_dirs[0].id,
      bill_ids: [bill.id],
      version_no: '2',
    });
  });

  it('names every reference that it does not know, by its place', async () => {
    const made = await make('bill-data-set');
    const answer = await patch(`${BILL_SET}/${made.id}`, {
      act_id: 2_147_483_647,
      act_feature_ids: [2_147_483_646],
      bill_ids: [2_147_483_645, 2_147_483_644, 2_147_483_645],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'act_feature_ids[0] UNKNOWN_REFERENCE',
        'act_id UNKNOWN_REFERENCE',
        'bill_ids[0] UNKNOWN_REFERENCE',
        'bill_ids[1] UNKNOWN_REFERENCE',
        'bill_ids[2] DUPLICATE',
        'bill_ids[2] UNKNOWN_REFERENCE',
      ],
    ]);
  });
});

describe('a statement data set', () => {
  it('names its question, and the committees and sessions that should have spoken', async () => {
    const topic = await topicWithParts();
    const [question] = topic.st_questions;
    const shown = {
      name: unique('碳費發言'),
      version_no: '0.9',
      slug: null,
      term_index: 10,
      start_date: '2022-02-01T00:00:00.000Z',
      end_date: '2022-02-01T00:00:00.000Z',
    };
    const lists = {
      should_have_spoken_committees: ['經濟委員會', '社會福利及衛生環境委員會'],
      should_have_spoken_sessions: [6, 5],
    };
    const references = { st_id: topic.id, st_question_id: question.id };
    const { id } = (await post(STATEMENT_SET, { ...shown, ...references, ...lists })).body;
    expect((await get(`${STATEMENT_SETS}/${id}`)).body).toEqual({ id, ...shown, ...references, ...lists });
    const { rows } = (await get(`${STATEMENT_SETS}?st_question=${question.id}`)).body;
    expect(rows).toEqual([
      { id, ...shown, st: summary(topic), st_question: { id: question.id, question: question.question } },
    ]);
  });

  it('takes committees as one text, split at 、 or a comma, and replaces lists as a whole', async () => {
    const made = await make('statement-data-set', {
      should_have_spoken_committees: '內政委員會、經濟委員會, 財政委員會，交通委員會',
      should_have_spoken_sessions: [1, 2],
    });
    expect(made.should_have_spoken_committees).toEqual(['內政委員會', '經濟委員會', '財政委員會', '交通委員會']);
    const changed = await patch(`${STATEMENT_SET}/${made.id}`, { should_have_spoken_committees: ['內政委員會'] });
    expect(changed.body).toMatchObject({
      should_have_spoken_committees: ['內政委員會'],
      should_have_spoken_sessions: [1, 2],
    });
    const emptied = { should_have_spoken_committees: [], should_have_spoken_sessions: [] };
    expect((await patch(`${STATEMENT_SET}/${made.id}`, emptied)).body).toMatchObject(emptied);
  });

  it('refuses lists that are none, and names each wrong item', async () => {
    const made = await make('statement-data-set');
    const answer = await patch(`${STATEMENT_SET}/${made.id}`, {
      should_have_spoken_committees: ['內政委員會', null, { name: '財政' }],
      should_have_spoken_sessions: [1, -1, '2', 1.5, null],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'should_have_spoken_committees[1] INVALID_TYPE',
        'should_have_spoken_committees[2] INVALID_TYPE',
        'should_have_spoken_sessions[1] OUT_OF_RANGE',
        'should_have_spoken_sessions[2] INVALID_TYPE',
        'should_have_spoken_sessions[3] INVALID_TYPE',
        'should_have_spoken_sessions[4] INVALID_TYPE',
      ],
    ]);
    expect(faultsOf(await patch(`${STATEMENT_SET}/${made.id}`, { should_have_spoken_sessions: '1,2' }))).toEqual([
      'should_have_spoken_sessions INVALID_TYPE',
    ]);
  });
});

describe.each([
  { kind: 'bill-data-set', list: BILL_SETS, one: BILL_SET },
  { kind: 'statement-data-set', list: STATEMENT_SETS, one: STATEMENT_SET },
])('every $kind', ({ kind, list, one }) => {
  it('does not end before it starts, also when one of the dates stays', async () => {
    const body = { ...(await requiredBody(resourceByKind(kind))), start_date: '2016-02-02', end_date: '2016-02-01' };
    expect(faultsOf(await post(one, body))).toEqual(['end_date INVALID_VALUE']);
    const made = await make(kind, { start_date: '2016-02-01', end_date: '2016-12-31' });
    expect(faultsOf(await patch(`${one}/${made.id}`, { start_date: '2017-01-01' }))).toEqual([
      'end_date INVALID_VALUE',
    ]);
    expect((await patch(`${one}/${made.id}`, { start_date: '2016-12-31' })).status).toBe(200);
  });

  it('is found by a part of its name, whatever its case; %, _ and \\ are ordinary characters', async () => {
    const mark = unique('資料集');
    const named = await make(kind, { name: `${mark} ABC 100%_之\\一` });
    const other = await make(kind, { name: `${mark} xyz 1000之一` });
    const search = async (part: string) => idsOf(await get(`${list}?name=${encodeURIComponent(part)}`));
    expect(await search(mark)).toEqual([named.id, other.id]);
    expect(await search(`${mark} abc`)).toEqual([named.id]);
    expect(await search(`${mark} XYZ 1000之`)).toEqual([other.id]);
    expect(await search(`${mark} abc 100%`)).toEqual([named.id]);
    expect(await search(`${mark} %`)).toEqual([]);
    expect(await search(`${mark}_`)).toEqual([]);
    expect(await search('%_之\\一')).toContain(named.id);
  });

  it('is found by term and topic, and by both together with its name', async () => {
    const [topic, term] = [await make('specific-topic'), uniqueIndex()];
    const both = await make(kind, { st_id: topic.id, term_index: term });
    const onTopic = await make(kind, { st_id: topic.id });
    const inTerm = await make(kind, { term_index: term });
    const filtered = async (query: string) => idsOf(await get(`${list}?${query}`));
    expect(await filtered(`st=${topic.id}`)).toEqual([both.id, onTopic.id]);
    expect(await filtered(`term=${term}`)).toEqual([both.id, inTerm.id]);
    expect(await filtered(`term=${term}&st=${topic.id}`)).toEqual([both.id]);
    const name = encodeURIComponent(onTopic.name);
    expect(await filtered(`st=${topic.id}&name=${name}`)).toEqual([onTopic.id]);
    expect(await filtered(`term=${term}&st=${topic.id}&name=${name}`)).toEqual([]);
  });

  it('comes on one page, by identifier', async () => {
    const made = [await make(kind), await make(kind), await make(kind)];
    const { body } = await get(`${list}?page=2`);
    expect(body).not.toHaveProperty('paging');
    expect(body.totalRowCount).toBe(body.rows.length);
    const ids = body.rows.map(({ id }: RecordBody) => id);
    expect(ids).toEqual([...ids].sort((a: number, b: number) => a - b));
    expect(ids.slice(-3)).toEqual(made.map(({ id }) => id));
  });

  it('keeps its topic from being deleted', async () => {
    const made = await make(kind);
    const answer = await del(`/console/lab/specific_topics/${made.st_id}`);
    expect([answer.status, answer.body.references]).toEqual([
      409,
      [{ resource: list.split('/').at(-1), id: made.id, field: 'st_id' }],
    ]);
  });
});

describe('the data sets', () => {
  it('are found by act, direction and question', async () => {
    const bills = await make('bill-data-set');
    await make('bill-data-set');
    for (const [name, id] of Object.entries({ act: bills.act_id, act_dir: bills.act_dir_id }))
      expect(idsOf(await get(`${BILL_SETS}?${name}=${id}`))).toEqual([bills.id]);
    expect(idsOf(await get(`${BILL_SETS}?act=${bills.act_id}&act_dir=${bills.act_dir_id + 1_000}`))).toEqual([]);
    const statements = await make('statement-data-set');
    expect(idsOf(await get(`${STATEMENT_SETS}?st_question=${statements.st_question_id}`))).toEqual([statements.id]);
    expect(faultsOf(await get(`${STATEMENT_SETS}?act=1`))).toEqual(['act UNKNOWN_PARAMETER']);
  });

  it('keep act, direction and question from being deleted, and a direction in its topic', async () => {
    const topic = await topicWithParts();
    const bills = await make('bill-data-set', { act_dir_id: topic.act_dirs[0].id });
    const statements = await make('statement-data-set', { st_question_id: topic.st_questions[0].id });
    const usedBy = (id: number, resource: string, field: string) => [409, [{ resource, id, field }]];
    const remove = async (path: string) => {
      const { status, body } = await del(path);
      return [status, body?.references];
    };
    expect(await remove(`/console/lab/acts/${bills.act_id}`)).toEqual(usedBy(bills.id, 'bill_data_sets', 'act_id'));
    const direction = usedBy(bills.id, 'bill_data_sets', 'act_dir_id');
    expect(await remove(`/console/lab/act_dirs/${bills.act_dir_id}`)).toEqual(direction);
    const question = usedBy(statements.id, 'statement_data_sets', 'st_question_id');
    expect(await remove(`/console/lab/st_questions/${statements.st_question_id}`)).toEqual(question);
    const left = await patch(`/console/lab/specific_topics/${topic.id}`, { act_dirs: [] });
    expect([left.status, left.body.references]).toEqual(direction);
    const { body } = await del(`/console/lab/specific_topics/${topic.id}`);
    expect(body).toMatchObject({ message: 'IN_USE', referenceCount: 2 });
  });

  it('are not deleted while a figure or a report shows them', async () => {
    for (const [type, kind, one] of [
      ['LAB_Bill_Data_Set', 'bill-data-set', BILL_SET],
      ['LAB_Statement_Data_Set', 'statement-data-set', STATEMENT_SET],
    ]) {
      const set = await make(kind ?? '');
      const figure = await make('figure', { data_set_type: type, data_set_id: set.id });
      const report = await make('data-report', { figure_data_set_type: type, figure_data_set_id: set.id });
      const answer = await del(`${one}/${set.id}`);
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          statusCode: 409,
          message: 'IN_USE',
          references: [
            { resource: 'data_reports', id: report.id, field: 'figure_data_set_id' },
            { resource: 'figures', id: figure.id, field: 'data_set_id' },
          ],
          referenceCount: 2,
        },
      ]);
      expect((await del(`/console/comp/figure/${figure.id}`)).status).toBe(204);
      expect((await del(`/console/lab/data_report/${report.id}`)).status).toBe(204);
      expect((await del(`${one}/${set.id}`)).status).toBe(204);
    }
  });
});
