import { Client } from 'pg';
import { type Answer, del, get, sql, testService } from '../support/client';
import { make, type RecordBody, unique } from '../support/factory';
import { connect, documentOf, panel } from '../support/panel';

const SETS = '/console/lab/bill_data_sets';
const BILL_SET = 'api::bill-data-set.bill-data-set';
const STATEMENT_SET = 'api::statement-data-set.statement-data-set';
const FIGURE = 'api::figure.figure';
const REPORT = 'api::data-report.data-report';
const TIMELINE = 'api::timeline.timeline';
const EVENT = 'api::park-event.park-event';

/** Builds a relation to one record in the format of the form. */
const to = async (table: string, { id }: RecordBody) => connect(await documentOf(table, id));

const save = async (uid: string, table: string, { id }: RecordBody, body: unknown): Promise<Answer> =>
  panel('PUT', uid, `/${await documentOf(table, id)}`, body);

/** Resolves when this many of the service's statements wait for a lock, or when the other condition holds. */
async function waiting(count: number, orElse: () => boolean = () => false): Promise<void> {
  const query =
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (let found = 0; found < count && !orElse(); ) found = (await sql(query))[0]?.count as number;
}

/** Returns a refusal's messages with the fields of the form. */
const refusalOf = ({ status, body }: Answer): [number, string[]] => [
  status,
  [...new Set<string>((body.error?.details?.errors ?? []).map(({ path }: { path: string[] }) => path.join('.')))],
];

describe('a data set in the panel', () => {
  let bills: RecordBody[];
  let features: RecordBody[];
  let dataSet: RecordBody;
  const scoresOf = (...ids: unknown[]) =>
    ids.map((bill_id) => ({ bill_id, score_per_act_feature: [{ act_feature_id: features[0].id, score: 1 }] }));
  const stored = async () => (await get(`${SETS}/${dataSet.id}`)).body;

  beforeEach(async () => {
    bills = [await make('bill'), await make('bill')];
    features = [await make('act-feature')];
    dataSet = await make('bill-data-set', {
      bill_ids: bills.map(({ id }) => id),
      act_feature_ids: features.map(({ id }) => id),
    });
  });

  it('is made with its relations and scores, as the API has them', async () => {
    const made = await panel('POST', BILL_SET, '', {
      name: unique('面板'),
      version_no: '1',
      term_index: 9,
      start_date: '2016-02-01T00:00:00.000Z',
      end_date: '2016-12-31T00:00:00.000Z',
      st: await to('specific_topics', { id: dataSet.st_id }),
      act: await to('acts', { id: dataSet.act_id }),
      act_dir: await to('act_dirs', { id: dataSet.act_dir_id }),
      act_features: await to('act_features', features[0]),
      bills: connect(await documentOf('bills', bills[1].id), await documentOf('bills', bills[0].id)),
      scores: JSON.stringify(scoresOf(bills[0].id)),
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect((await get(`${SETS}/${made.body.data.number}`)).body).toMatchObject({
      st_id: dataSet.st_id,
      act_id: dataSet.act_id,
      act_dir_id: dataSet.act_dir_id,
      act_feature_ids: [features[0].id],
      bill_ids: [bills[1].id, bills[0].id],
      scores: scoresOf(bills[0].id),
    });
  });

  it('keeps scores as the API would, whether they come as JSON or as its text', async () => {
    const [a, b] = bills;
    const rows = [{ ...scoresOf(String(a.id))[0], 註: 1 }, ...scoresOf({ id: b.id })];
    for (const scores of [rows, JSON.stringify(rows)]) {
      await save(BILL_SET, 'bill_data_sets', dataSet, { scores: null });
      expect((await stored()).scores).toEqual([]);
      const saved = await save(BILL_SET, 'bill_data_sets', dataSet, { scores });
      expect([saved.status, saved.text]).toEqual([200, saved.text]);
      expect((await stored()).scores).toEqual(scoresOf(a.id, b.id));
      expect((await del(`/console/lab/rs_bills/${a.id}`)).status).toBe(409);
    }
  });

  it('refuses scores that the API would refuse, and changes nothing', async () => {
    const other = await make('bill');
    const unlisted = [{ act_feature_id: 2_147_483_647, score: 1 }];
    for (const [scores, said] of [
      [scoresOf(other.id), 'scores[0].bill_id: '],
      [scoresOf(bills[0].id, bills[0].id), 'scores[1].bill_id: '],
      [
        [{ bill_id: bills[0].id, score_per_act_feature: unlisted }],
        'scores[0].score_per_act_feature[0].act_feature_id: ',
      ],
      [[{ bill_id: bills[0].id }], 'scores[0].score_per_act_feature: '],
      [{ bill_id: bills[0].id }, 'scores: '],
      ['"text"', 'scores: '],
    ] as const) {
      const answer = await save(BILL_SET, 'bill_data_sets', dataSet, { name: '改', scores });
      expect(refusalOf(answer)).toEqual([400, ['scores']]);
      expect(answer.body.error.details.errors[0].message.startsWith(said)).toBe(true);
    }
    expect(await stored()).toEqual(dataSet);
  });

  it('refuses to let go of a bill that has scores, and to end before it starts', async () => {
    await save(BILL_SET, 'bill_data_sets', dataSet, { scores: scoresOf(bills[0].id) });
    const without = async (bill: RecordBody) => ({
      bills: { connect: [], disconnect: [{ documentId: await documentOf('bills', bill.id) }] },
    });
    const refused = await save(BILL_SET, 'bill_data_sets', dataSet, await without(bills[0]));
    expect(refusalOf(refused)).toEqual([400, ['scores']]);
    expect((await save(BILL_SET, 'bill_data_sets', dataSet, await without(bills[1]))).status).toBe(200);
    expect((await stored()).bill_ids).toEqual([bills[0].id]);
    const ended = await save(BILL_SET, 'bill_data_sets', dataSet, { end_date: '2001-01-01T00:00:00.000Z' });
    expect(refusalOf(ended)).toEqual([400, ['end_date']]);
  });

  it('waits for a delete that is under way, and then refuses the scores', async () => {
    const [bill] = bills;
    const holder = new Client({ connectionString: testService.databaseUrl });
    await holder.connect();
    // Locks the bill's link to its data set, so that the delete stops after looking for scores.
    await holder.query('begin');
    await holder.query(
      'select l.id from bill_data_sets_bills_lnk l join bills b on b.id = l.bill_id where b.number = $1 for update of l',
      [bill.id],
    );
    const removed = del(`/console/lab/rs_bills/${bill.id}`);
    await waiting(1);
    let isSaved = false;
    const saved = save(BILL_SET, 'bill_data_sets', dataSet, { scores: scoresOf(bill.id) }).finally(() => {
      isSaved = true;
    });
    await waiting(2, () => isSaved);
    await holder.query('commit');
    await holder.end();
    expect([(await removed).status, ...refusalOf(await saved)]).toEqual([204, 400, ['scores']]);
    expect(await stored()).toEqual({ ...dataSet, bill_ids: [bills[1].id] });
  });

  it('refuses to delete a bill that has scores, and names the data set', async () => {
    await save(BILL_SET, 'bill_data_sets', dataSet, { scores: scoresOf(bills[0].id) });
    const answer = await panel('DELETE', 'api::bill.bill', `/${await documentOf('bills', bills[0].id)}`);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      expect.stringContaining(`bill_data_sets ${dataSet.id} (scores[].bill_id)`),
    ]);
  });

  it('keeps lists of committees and sessions as the API would', async () => {
    const statements = await make('statement-data-set');
    const write = (body: unknown) => save(STATEMENT_SET, 'statement_data_sets', statements, body);
    const lists = async () => {
      const { body } = await get(`/console/lab/statement_data_sets/${statements.id}`);
      return [body.should_have_spoken_committees, body.should_have_spoken_sessions];
    };
    await write({ should_have_spoken_committees: '["內政委員會", 5]', should_have_spoken_sessions: '[2, 1]' });
    expect(await lists()).toEqual([
      ['內政委員會', '5'],
      [2, 1],
    ]);
    await write({ should_have_spoken_committees: '"內政委員會、經濟委員會"' });
    expect(await lists()).toEqual([
      ['內政委員會', '經濟委員會'],
      [2, 1],
    ]);
    const refused = await write({ should_have_spoken_committees: { a: 1 }, should_have_spoken_sessions: '[-1]' });
    expect(refusalOf(refused)).toEqual([400, ['should_have_spoken_committees', 'should_have_spoken_sessions']]);
    expect(await lists()).toEqual([
      ['內政委員會', '經濟委員會'],
      [2, 1],
    ]);
  });
});

describe('a figure or report in the panel', () => {
  it('shows one data set: not two, and not none', async () => {
    const [bills, statements] = [await make('bill-data-set'), await make('statement-data-set')];
    const relations = {
      data_set_bill_data_set: await to('bill_data_sets', bills),
      data_set_statement_data_set: await to('statement_data_sets', statements),
    };
    const form = { record_status: 'active', slug: 's', type: 'histogram', image: '/i.png', title: unique() };
    const both = await panel('POST', FIGURE, '', { ...form, ...relations });
    expect([both.status, both.body.error.message]).toEqual([400, expect.stringContaining('more than one')]);
    expect((await panel('POST', FIGURE, '', form)).status).toBe(400);
    expect((await get(`/console/comp/figures?title=${encodeURIComponent(form.title)}`)).body.totalRowCount).toBe(0);
    const { data_set_statement_data_set } = relations;
    const made = await panel('POST', FIGURE, '', { ...form, data_set_statement_data_set });
    expect(made.status).toBe(201);
    const path = `/console/comp/figure/${made.body.data.number}`;
    const shown = { status: 'active', data_set_type: 'LAB_Statement_Data_Set', data_set_id: statements.id };
    expect((await get(path)).body).toMatchObject(shown);
    const { data_set_bill_data_set } = relations;
    const second = await save(FIGURE, 'figures', { id: made.body.data.number }, { data_set_bill_data_set });
    expect(second.status).toBe(400);
    expect((await get(path)).body).toMatchObject(shown);
  });

  it('has figures in the order of their index, each once', async () => {
    const [a, b, report] = [await make('figure'), await make('figure'), await make('data-report')];
    const row = async (figure: RecordBody, index: number) => ({ figure: await to('figures', figure), index });
    const saved = await save(REPORT, 'data_reports', report, { figures: [await row(a, 2), await row(b, 1)] });
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    const figures = async () => (await get(`/console/lab/data_report/${report.id}`)).body.figures;
    expect(await figures()).toEqual([
      { id: b.id, index: 1 },
      { id: a.id, index: 2 },
    ]);
    const twice = await save(REPORT, 'data_reports', report, { figures: [await row(a, 1), await row(a, 2)] });
    expect(refusalOf(twice)).toEqual([400, ['figures.1.id']]);
    const missing = await save(REPORT, 'data_reports', report, { figures: [{ index: 1 }] });
    expect(refusalOf(missing)).toEqual([400, ['figures.0.id']]);
    expect((await panel('DELETE', FIGURE, `/${await documentOf('figures', b.id)}`)).status).toBe(200);
    expect(await figures()).toEqual([{ id: a.id, index: 2 }]);
    expect((await save(REPORT, 'data_reports', report, { title: '改' })).status).toBe(200);
  });
});

describe('free-form JSON and collaborators in the panel', () => {
  it('are objects, whether they come as JSON or as its text', async () => {
    const timeline = await make('timeline', { data: { a: 1 } });
    const data = async () => (await get(`/comp/timelines/${timeline.id}`)).body.data;
    for (const refused of [[1], '[1]', '5', '"text"', 'no JSON', '{"a": "\\u0000"}']) {
      const answer = await save(TIMELINE, 'timelines', timeline, { data: refused });
      expect([refused, ...refusalOf(answer)]).toEqual([refused, 400, ['data']]);
    }
    expect(await data()).toEqual({ a: 1 });
    for (const input of [{ b: { c: [1] } }, '{"b": {"c": [1]}}']) {
      expect((await save(TIMELINE, 'timelines', timeline, { data: input })).status).toBe(200);
      expect(await data()).toEqual({ b: { c: [1] } });
      expect((await save(TIMELINE, 'timelines', timeline, { data: null })).status).toBe(200);
      expect(await data()).toEqual({});
    }
  });

  it('are personas, each once, with defaults where the form is empty', async () => {
    const [persona, event] = [await make('persona'), await make('park-event')];
    const row = { persona: await to('personas', persona) };
    const write = (collaborators: unknown[]) => save(EVENT, 'park_events', event, { collaborators });
    expect((await write([row])).status).toBe(200);
    const stored = async () => (await get(`/console/park/events/${event.id}`)).body.collaborators;
    const shown = { type: 'co_host', index: 1, status: 'active', data: {}, entity: { id: persona.id } };
    expect(await stored()).toMatchObject([shown]);
    expect(refusalOf(await write([row, row]))).toEqual([400, ['collaborators.1.entity']]);
    expect((await write([{ type: 'host' }])).status).toBe(400);
    expect((await write([{ ...row, data: [1] }])).status).toBe(400);
    expect(await stored()).toMatchObject([shown]);
    expect((await write([{ ...row, type: 'host', record_status: 'inactive' }])).status).toBe(200);
    expect(await stored()).toMatchObject([{ type: 'host', status: 'inactive' }]);
  });
});
