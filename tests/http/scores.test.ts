import { del, faultsOf, get, patch, post } from '../support/client';
import { make, type RecordBody, requiredBody, resourceByKind } from '../support/factory';

const PATH = '/console/lab/bill_data_set';
const readOf = async ({ id }: RecordBody): Promise<RecordBody> => (await get(`/console/lab/bill_data_sets/${id}`)).body;

/** Builds scores in the format of bodies and answers: for each bill, the score of each feature. */
const scores = (table: [bill: RecordBody, ...scores: [feature: RecordBody, score: unknown][]][]) =>
  table.map(([bill, ...row]) => ({
    bill_id: bill.id,
    score_per_act_feature: row.map(([feature, score]) => ({ act_feature_id: feature.id, score })),
  }));

let bills: [RecordBody, RecordBody, RecordBody];
let features: [RecordBody, RecordBody];
let dataSet: RecordBody;

beforeEach(async () => {
  bills = [await make('bill'), await make('bill'), await make('bill')];
  features = [await make('act-feature'), await make('act-feature')];
  const [a, b] = bills;
  const [f, g] = features;
  dataSet = await make('bill-data-set', {
    bill_ids: bills.map(({ id }) => id),
    act_feature_ids: features.map(({ id }) => id),
    scores: scores([
      [b, [g, -1], [f, 0]],
      [a, [f, 3]],
    ]),
  });
});

describe('the scores of a bill data set', () => {
  it('are kept in the order given, bills and features may be left out', async () => {
    const [a, b, c] = bills;
    const [f, g] = features;
    expect((await readOf(dataSet)).scores).toEqual(
      scores([
        [b, [g, -1], [f, 0]],
        [a, [f, 3]],
      ]),
    );
    const full = async () => (await get(`/console/lab/bill_data_sets/${dataSet.id}?full`)).text;
    const before = await full();
    expect((await patch(`${PATH}/${dataSet.id}`, await readOf(dataSet))).status).toBe(200);
    expect(await full()).toBe(before);
    const changed = scores([[c, [g, 100]], [a]]);
    expect((await patch(`${PATH}/${dataSet.id}`, { scores: changed })).body.scores).toEqual(changed);
    expect((await patch(`${PATH}/${dataSet.id}`, { scores: [] })).body.scores).toEqual([]);
  });

  it('are kept as integers, whatever form references have; unknown fields are named', async () => {
    const [a] = bills;
    const [f] = features;
    const body = [
      { bill_id: String(a.id), score_per_act_feature: [{ act_feature_id: { id: f.id }, score: 1, note: '?' }], 註: 1 },
    ];
    const answer = await patch(`${PATH}/${dataSet.id}`, { scores: body });
    expect(answer.headers.get('ignored-fields')).toBe('scores[0].%E8%A8%BB, scores[0].score_per_act_feature[0].note');
    expect((await readOf(dataSet)).scores).toEqual(scores([[a, [f, 1]]]));
  });

  it('name every fault at its place', async () => {
    const [a] = bills;
    const [f] = features;
    const answer = await patch(`${PATH}/${dataSet.id}`, {
      scores: [
        {},
        { bill_id: 'x', score_per_act_feature: {} },
        { bill_id: a.id, score_per_act_feature: [{ act_feature_id: f.id, score: '3' }, { score: 1.5 }, 7] },
        null,
      ],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'scores[0].bill_id REQUIRED',
        'scores[0].score_per_act_feature REQUIRED',
        'scores[1].bill_id INVALID_TYPE',
        'scores[1].score_per_act_feature INVALID_TYPE',
        'scores[2].score_per_act_feature[0].score INVALID_TYPE',
        'scores[2].score_per_act_feature[1].act_feature_id REQUIRED',
        'scores[2].score_per_act_feature[1].score INVALID_TYPE',
        'scores[2].score_per_act_feature[2] INVALID_TYPE',
        'scores[3] INVALID_TYPE',
      ],
    ]);
    for (const [value, code] of [
      [null, 'REQUIRED'],
      [{}, 'INVALID_TYPE'],
      ['[]', 'INVALID_TYPE'],
    ])
      expect(faultsOf(await patch(`${PATH}/${dataSet.id}`, { scores: value }))).toEqual([`scores ${code}`]);
  });

  it('speak only of the bills and features of the data set', async () => {
    const [a] = bills;
    const [f] = features;
    const [otherBill, otherFeature] = [await make('bill'), await make('act-feature')];
    const table = scores([[otherBill, [f, 1]], [a, [f, 1], [otherFeature, 2]], [{ id: 2_147_483_647 }]]);
    const expected = [
      'scores[0].bill_id MISMATCH',
      'scores[1].score_per_act_feature[1].act_feature_id MISMATCH',
      'scores[2].bill_id MISMATCH',
      'scores[2].bill_id UNKNOWN_REFERENCE',
    ];
    expect(faultsOf(await patch(`${PATH}/${dataSet.id}`, { scores: table }))).toEqual(expected);
    const body = { ...(await requiredBody(resourceByKind('bill-data-set'))), scores: table };
    expect(faultsOf(await post(PATH, { ...body, bill_ids: [a.id], act_feature_ids: [f.id] }))).toEqual(expected);
    const lists = { bill_ids: [a.id, otherBill.id], act_feature_ids: [f.id, otherFeature.id] };
    const answer = await patch(`${PATH}/${dataSet.id}`, { ...lists, scores: table.slice(0, 2) });
    expect(answer.body).toMatchObject({ ...lists, scores: table.slice(0, 2) });
  });

  it('name each bill once, and each feature of it once', async () => {
    const [a, b] = bills;
    const [f, g] = features;
    const table = scores([[a, [f, 1], [g, 1], [f, 2]], [b, [f, 1]], [a]]);
    expect(faultsOf(await patch(`${PATH}/${dataSet.id}`, { scores: table }))).toEqual([
      'scores[0].score_per_act_feature[2].act_feature_id DUPLICATE',
      'scores[2].bill_id DUPLICATE',
    ]);
  });

  it('keep the data set from losing a bill or feature that they speak of', async () => {
    const [a, b, c] = bills;
    const [f, g] = features;
    const path = `${PATH}/${dataSet.id}`;
    expect(faultsOf(await patch(path, { bill_ids: [a.id] }))).toEqual(['scores[0].bill_id MISMATCH']);
    expect(faultsOf(await patch(path, { act_feature_ids: [f.id], bill_ids: [c.id] }))).toEqual([
      'scores[0].bill_id MISMATCH',
      'scores[0].score_per_act_feature[0].act_feature_id MISMATCH',
      'scores[1].bill_id MISMATCH',
    ]);
    expect(await readOf(dataSet)).toEqual(dataSet);
    expect((await patch(path, { bill_ids: [b.id, a.id] })).body.bill_ids).toEqual([b.id, a.id]);
    const fewer = { bill_ids: [a.id], act_feature_ids: [g.id, f.id], scores: scores([[a, [f, 3]]]) };
    expect((await patch(path, fewer)).body).toMatchObject(fewer);
  });

  it('name a bill that there is not, like the list of bills', async () => {
    const unknown = 2_147_483_647;
    const answer = await patch(`${PATH}/${dataSet.id}`, {
      bill_ids: [unknown],
      scores: [{ bill_id: unknown, score_per_act_feature: [] }],
    });
    expect(faultsOf(answer)).toEqual(['bill_ids[0] UNKNOWN_REFERENCE', 'scores[0].bill_id UNKNOWN_REFERENCE']);
  });
});

describe('deleting what a data set names', () => {
  const inUse = (field: string, count = 1) => ({
    statusCode: 409,
    message: 'IN_USE',
    references: [{ resource: 'bill_data_sets', id: dataSet.id, field }],
    referenceCount: count,
  });

  it('is refused for a bill that has scores; one without leaves the list', async () => {
    const [a, b, c] = bills;
    const remove = (bill: RecordBody) => del(`/console/lab/rs_bills/${bill.id}`);
    for (const bill of [a, b]) expect((await remove(bill)).body).toEqual(inUse('scores[].bill_id'));
    expect((await remove(c)).status).toBe(204);
    expect(await readOf(dataSet)).toEqual({ ...dataSet, bill_ids: [a.id, b.id] });
    await patch(`${PATH}/${dataSet.id}`, { scores: dataSet.scores.slice(1) });
    expect((await remove(a)).status).toBe(409);
    expect((await remove(b)).status).toBe(204);
    expect((await readOf(dataSet)).bill_ids).toEqual([a.id]);
  });

  it('is refused for a feature that has scores; one without leaves the list', async () => {
    const [f, g] = features;
    const [a] = bills;
    const remove = (feature: RecordBody) => del(`/console/lab/act_features/${feature.id}`);
    const field = 'scores[].score_per_act_feature[].act_feature_id';
    for (const feature of [f, g]) expect((await remove(feature)).body).toEqual(inUse(field));
    await patch(`${PATH}/${dataSet.id}`, { scores: scores([[a, [f, 3]]]) });
    expect((await remove(f)).body).toEqual(inUse(field));
    expect((await remove(g)).status).toBe(204);
    expect((await readOf(dataSet)).act_feature_ids).toEqual([f.id]);
  });

  it('names every data set that has the scores, and none that only lists the bill', async () => {
    const [a] = bills;
    const listing = await make('bill-data-set', { bill_ids: [a.id] });
    const second = await make('bill-data-set', { bill_ids: [a.id], scores: scores([[a]]) });
    const { body } = await del(`/console/lab/rs_bills/${a.id}`);
    expect(body.references.map(({ id }: RecordBody) => id)).toEqual([dataSet.id, second.id]);
    expect(body.referenceCount).toBe(2);
    for (const { id } of [dataSet, second]) expect((await del(`${PATH}/${id}`)).status).toBe(204);
    expect((await del(`/console/lab/rs_bills/${a.id}`)).status).toBe(204);
    expect((await readOf(listing)).bill_ids).toEqual([]);
  });

  it('is refused, or refuses the scores, when both come at once', async () => {
    const [f] = features;
    for (let round = 0; round < 12; round += 1) {
      const bill = await make('bill');
      const path = `${PATH}/${dataSet.id}`;
      await patch(path, { bill_ids: [bill.id], scores: [] });
      const [removed, scored] = await Promise.all([
        del(`/console/lab/rs_bills/${bill.id}`),
        patch(path, { scores: scores([[bill, [f, 1]]]) }),
      ]);
      expect([
        [204, 400],
        [409, 200],
      ]).toContainEqual([removed.status, scored.status]);
      expect((await patch(path, { slug: `${round}` })).status).toBe(200);
    }
  });
});
