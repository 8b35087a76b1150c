import { del, faultsOf, get, patch, post } from '../support/client';
import { idsOf, make, type RecordBody, requiredBody, resourceByKind, unique } from '../support/factory';

const REPORTS = '/console/lab/data_reports';
const REPORT = '/console/lab/data_report';
const FIGURES = '/console/comp/figures';
const FIGURE = '/console/comp/figure';
const BILLS = 'LAB_Bill_Data_Set';
const STATEMENTS = 'LAB_Statement_Data_Set';

/** Reads a report's row in the list. */
const rowOf = async ({ id, st_id }: RecordBody): Promise<RecordBody> => {
  const { rows } = (await get(`${REPORTS}?st=${st_id}`)).body;
  return rows.find((row: RecordBody) => row.id === id);
};

const figureSummary = ({ id, status, slug, type, image, title }: RecordBody) => ({
  id,
  status,
  slug,
  type,
  image,
  title,
});

describe('a data report', () => {
  it('has a detail of references, and figures by their index', async () => {
    const [topic, set] = [await make('specific-topic'), await make('bill-data-set')];
    const [first, second, third] = [await make('figure'), await make('figure'), await make('figure')];
    const fields = {
      status: 'active',
      slug: 'in-numbers',
      type: 'bill',
      image: '/images/r.jpg',
      title: unique('一例一休'),
      st_id: topic.id,
      figure_data_set_type: BILLS,
      figure_data_set_id: set.id,
    };
    const figures = [
      { id: second.id, index: 20 },
      { id: third.id, index: 20 },
      { id: first.id, index: 0 },
    ];
    const inOrder = [figures[2], figures[0], figures[1]];
    const created = await post(REPORT, { ...fields, figures });
    expect(created.headers.get('location')).toBe(`${REPORT}/${created.body.id}`);
    expect(created.body).toEqual({ id: created.body.id, ...fields, figures: inOrder });
    expect((await get(`${REPORT}/${created.body.id}`)).body).toEqual(created.body);
    expect((await rowOf(created.body)).figures).toEqual([first, second, third].map(figureSummary));
  });

  it('shows a bill data set with its act and direction', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '方向', index: 1 }], image: '/t.png' });
    const act = await make('act');
    const references = { st_id: topic.id, act_id: act.id, act_dir_id: topic.act_dirs[0].id };
    const dates = { start_date: '2016-02-01T00:00:00.000Z', end_date: '2016-12-31T00:00:00.000Z' };
    const set = await make('bill-data-set', { ...references, ...dates, slug: 'set' });
    const report = await make('data-report', {
      st_id: topic.id,
      figure_data_set_type: BILLS,
      figure_data_set_id: set.id,
      status: 'inactive',
      type: 'bill',
    });
    const { id, name, version_no, slug, term_index } = set;
    const row = await rowOf(report);
    expect(row).toEqual({
      id: report.id,
      status: 'inactive',
      slug: null,
      type: 'bill',
      image: null,
      title: report.title,
      st: { id: topic.id, title: topic.title, image: '/t.png', index: topic.index },
      figure_data_set_type: BILLS,
      figure_data_set: {
        id,
        name,
        version_no,
        slug,
        term_index,
        ...dates,
        st: { id: topic.id, title: topic.title },
        act: { id: act.id, title: act.title },
        act_dir: { id: topic.act_dirs[0].id, name: '方向' },
      },
      figures: [],
    });
  });

  it('shows a statement data set with its question, and its start as state_date', async () => {
    const topic = await make('specific-topic', { st_questions: [{ question: '贊成嗎？', index: 1 }] });
    const set = await make('statement-data-set', {
      st_id: topic.id,
      st_question_id: topic.st_questions[0].id,
      start_date: '2022-02-01',
      end_date: '2022-12-31',
    });
    const report = await make('data-report', { figure_data_set_type: STATEMENTS, figure_data_set_id: set.id });
    const row = await rowOf(report);
    expect(row.figure_data_set_type).toBe(STATEMENTS);
    expect(row.figure_data_set).toEqual({
      id: set.id,
      name: set.name,
      version_no: set.version_no,
      slug: null,
      term_index: set.term_index,
      state_date: '2022-02-01T00:00:00.000Z',
      end_date: '2022-12-31T00:00:00.000Z',
      st: { id: topic.id, title: topic.title },
      st_question: { id: topic.st_questions[0].id, question: '贊成嗎？' },
    });
  });

  it('takes a number for its title, as it is declared', async () => {
    expect((await make('data-report', { title: 2024 })).title).toBe('2024');
  });

  it('changes to a data set of another kind', async () => {
    const [bills, statements] = [await make('bill-data-set'), await make('statement-data-set')];
    const report = await make('data-report', { figure_data_set_type: BILLS, figure_data_set_id: bills.id });
    const change = { figure_data_set_type: STATEMENTS, figure_data_set_id: statements.id };
    expect((await patch(`${REPORT}/${report.id}`, change)).body).toMatchObject(change);
    expect((await rowOf(report)).figure_data_set.id).toBe(statements.id);
    expect((await del(`/console/lab/bill_data_set/${bills.id}`)).status).toBe(204);
  });

  it('takes the type of its data set in any case of letters, and so does a figure; answered as the specification has it', async () => {
    const set = await make('statement-data-set');
    for (const type of ['lab_statement_data_set', 'LAB_STATEMENT_DATA_SET', 'Lab_Statement_Data_Set']) {
      const report = await make('data-report', { figure_data_set_type: type, figure_data_set_id: set.id });
      const figure = await make('figure', { data_set_type: type, data_set_id: set.id });
      expect([report.figure_data_set_type, figure.data_set_type]).toEqual([STATEMENTS, STATEMENTS]);
      const before = await get(`${REPORT}/${report.id}?full`);
      const same = await patch(`${REPORT}/${report.id}`, {
        figure_data_set_type: type.toLowerCase(),
        figure_data_set_id: set.id,
      });
      expect([same.status, same.body.figure_data_set_type]).toEqual([200, STATEMENTS]);
      expect((await get(`${REPORT}/${report.id}?full`)).text).toBe(before.text);
    }
    for (const wrong of ['lab_bill_data_sets', 'lab bill data set', 'ＬＡＢ_Bill_Data_Set', 'toString']) {
      const refused = await patch(`${REPORT}/${(await make('data-report')).id}`, { figure_data_set_type: wrong });
      expect([refused.status, faultsOf(refused)]).toEqual([400, ['figure_data_set_type INVALID_VALUE']]);
    }
  });

  it('needs both fields of its data set, and names each fault once', async () => {
    const {
      figure_data_set_type: type,
      figure_data_set_id: id,
      ...rest
    } = await requiredBody(resourceByKind('data-report'));
    const faults = async (body: object) => faultsOf(await post(REPORT, { ...rest, ...body }));
    expect(await faults({ figure_data_set_id: id })).toEqual(['figure_data_set_type REQUIRED']);
    expect(await faults({ figure_data_set_type: type })).toEqual(['figure_data_set_id REQUIRED']);
    expect(await faults({ figure_data_set_type: '', figure_data_set_id: 0 })).toEqual([
      'figure_data_set_id OUT_OF_RANGE',
      'figure_data_set_type REQUIRED',
    ]);
    expect(await faults({ figure_data_set_type: 'Bill', figure_data_set_id: id })).toEqual([
      'figure_data_set_type INVALID_VALUE',
    ]);
    expect(await faults({ figure_data_set_type: type, figure_data_set_id: 2_147_483_647 })).toEqual([
      'figure_data_set_id UNKNOWN_REFERENCE',
    ]);
    expect(await faults({ figure_data_set_type: null, figure_data_set_id: null })).toEqual([
      'figure_data_set_id REQUIRED',
      'figure_data_set_type REQUIRED',
    ]);
  });

  it('names faults of its figures where the body has them, whatever their order', async () => {
    const [a, b] = [await make('figure'), await make('figure')];
    const report = await make('data-report');
    const faults = async (figures: unknown) => faultsOf(await patch(`${REPORT}/${report.id}`, { figures }));
    const unknown = 2_147_483_647;
    expect(
      await faults([
        { id: unknown, index: 2 },
        { id: a.id, index: 1 },
      ]),
    ).toEqual(['figures[0].id UNKNOWN_REFERENCE']);
    expect(
      await faults([
        { id: a.id, index: 3 },
        { id: a.id, index: 1 },
        { id: b.id, index: 2 },
      ]),
    ).toEqual(['figures[1].id DUPLICATE']);
    expect(await faults([{ id: a.id }, { index: 1 }, { id: b.id, index: -1 }, { id: b.id, index: '2' }, 5])).toEqual([
      'figures[0].index REQUIRED',
      'figures[1].id REQUIRED',
      'figures[2].index OUT_OF_RANGE',
      'figures[3].id DUPLICATE',
      'figures[3].index INVALID_TYPE',
      'figures[4] INVALID_TYPE',
    ]);
    expect((await get(`${REPORT}/${report.id}`)).body.figures).toEqual([]);
  });

  it('is not changed by the same figures in another order', async () => {
    const [a, b] = [await make('figure'), await make('figure')];
    const figures = [
      { id: a.id, index: 1 },
      { id: b.id, index: 2 },
    ];
    const report = await make('data-report', { figures });
    const before = (await get(`${REPORT}/${report.id}?full`)).text;
    expect((await patch(`${REPORT}/${report.id}`, { figures: [...figures].reverse() })).body.figures).toEqual(figures);
    expect((await get(`${REPORT}/${report.id}?full`)).text).toBe(before);
    expect((await patch(`${REPORT}/${report.id}`, { figures: null })).body.figures).toEqual([]);
  });

  it('loses a figure that is deleted, and keeps the others as they were', async () => {
    const [a, b, c] = [await make('figure'), await make('figure'), await make('figure')];
    const rows = [a, b, c].map(({ id }, index) => ({ id, index }));
    const report = await make('data-report', { figures: rows });
    const other = await make('data-report', { figures: [{ id: b.id, index: 5 }] });
    expect((await del(`${FIGURE}/${b.id}`)).status).toBe(204);
    expect((await get(`${REPORT}/${report.id}`)).body.figures).toEqual([rows[0], rows[2]]);
    expect((await rowOf(report)).figures).toEqual([a, c].map(figureSummary));
    expect((await get(`${REPORT}/${other.id}`)).body.figures).toEqual([]);
    expect((await patch(`${REPORT}/${report.id}`, { figures: [rows[2]] })).body.figures).toEqual([rows[2]]);
  });

  it('is listed by identifier on one page, filtered by topic', async () => {
    const topic = await make('specific-topic');
    const made = [await make('data-report', { st_id: topic.id }), await make('data-report', { st_id: topic.id })];
    const list = await get(`${REPORTS}?st=${topic.id}`);
    expect(idsOf(list)).toEqual(made.map(({ id }) => id));
    expect(list.body).toEqual({ rows: list.body.rows, totalRowCount: 2 });
    expect(faultsOf(await get(`${REPORTS}?title=x`))).toEqual(['title UNKNOWN_PARAMETER']);
    expect((await del(`/console/lab/specific_topics/${topic.id}`)).body.referenceCount).toBe(2);
  });
});

describe('a figure', () => {
  it('has a detail, and a row that shows its data set of either kind', async () => {
    for (const [type, kind] of [
      [BILLS, 'bill-data-set'],
      [STATEMENTS, 'statement-data-set'],
    ] as const) {
      const set = await make(kind);
      const topic = (await get(`/console/lab/specific_topics/${set.st_id}`)).body;
      const fields = {
        status: 'active',
        slug: 'scores',
        type: 'histogram',
        image: '/images/f.png',
        title: unique('得分'),
        description: '說明\n第二行',
        summary: null,
        data_set_type: type,
        data_set_id: set.id,
      };
      const { id } = (await post(FIGURE, fields)).body;
      expect((await get(`${FIGURE}/${id}`)).body).toEqual({ id, ...fields });
      const { rows } = (await get(`${FIGURES}?title=${encodeURIComponent(fields.title)}`)).body;
      const st = { id: topic.id, title: topic.title, image: topic.image, index: topic.index };
      expect(rows).toEqual([
        {
          id,
          status: 'active',
          type: 'histogram',
          title: fields.title,
          data_set: { id: set.id, name: set.name, type, st },
        },
      ]);
    }
  });

  it('is listed by identifier, page by page, filtered by a part of its title', async () => {
    const [mark, set] = [unique('圖%'), await make('bill-data-set')];
    const ids: number[] = [];
    for (let each = 1; each <= 21; each += 1) {
      const title = `${mark} Nr ${each}`;
      ids.push((await make('figure', { title, data_set_type: BILLS, data_set_id: set.id })).id);
    }
    const search = (part: string) => get(`${FIGURES}?title=${encodeURIComponent(part)}`);
    const first = await search(`${mark} nr`);
    expect([idsOf(first), first.body.totalRowCount]).toEqual([ids.slice(0, 20), 21]);
    expect(first.body.paging).toEqual({ page: 1, pages: 2, pageSize: 20, previous: null, next: 2 });
    const second = await get(`${FIGURES}?page=2&title=${encodeURIComponent(mark)}`);
    expect(idsOf(second)).toEqual(ids.slice(20));
    expect(second.body.paging).toEqual({ page: 2, pages: 2, pageSize: 20, previous: 1, next: null });
    expect(idsOf(await get(`${FIGURES}?all&title=${encodeURIComponent(mark)}`))).toEqual(ids);
    expect(idsOf(await search(`${mark} nr 21`))).toEqual([ids[20]]);
    expect(idsOf(await search(mark.replace('%', '_')))).toEqual([]);
  });

  it('needs an image and a slug, other than a report', async () => {
    const figure = await make('figure');
    expect(faultsOf(await patch(`${FIGURE}/${figure.id}`, { image: null, slug: '', title: null }))).toEqual([
      'image REQUIRED',
      'slug REQUIRED',
      'title REQUIRED',
    ]);
  });
});
