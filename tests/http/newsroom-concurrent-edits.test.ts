import {
  CHANGE_HEADER,
  DROPPED_ROWS_HEADER,
  FORMER_SAVES_HEADER,
  ROWS_HEADER,
  UNREAD_HEADER,
} from '../../src/common/change-position';
import { type Answer, get, patch, send, sql, statements, testService } from '../support/client';
import { withHeldTable } from '../support/database';
import { make, unique } from '../support/factory';
import { connect, documentOf } from '../support/panel';
import { createPanelUser, type PanelPermission } from '../support/panel-users';
import { waitFor } from '../support/wait-for';

/** Values of the header of unread rows that name no change of scores. */
const ODD_HEADERS = [
  '{',
  '3',
  '["scores"]',
  ...['"x"', '-1', '1.5', 'null', '1e20'].map((change) => `{"scores":${change}}`),
  '{"name":1}',
];

const BILL = 'api::bill.bill';

const pathOf = async (number: number) =>
  `/content-manager/collection-types/${BILL}/${await documentOf('bills', number)}`;

const changeIn = ({ headers }: Answer): number => Number(headers.get(CHANGE_HEADER) ?? Number.NaN);

/** Saves as a form that has shown the record up to a change. */
const save = (path: string, change: number, body: object, as: object = { as: 'admin' }) =>
  send('PUT', path, body, { ...as, headers: { [CHANGE_HEADER]: String(change) } });

/** Saves as a form that also says which rows the record had, as it was told. */
const saveRows = (path: string, opened: Answer, body: object) =>
  saveAfter(path, opened.headers.get(CHANGE_HEADER), opened.headers.get(ROWS_HEADER), body);

const saveAfter = (path: string, change: string | number | null, rows: string | null, body: object, more = {}) =>
  send('PUT', path, body, {
    as: 'admin',
    headers: { [CHANGE_HEADER]: String(change), [ROWS_HEADER]: rows ?? '', ...more },
  });

const open = (path: string) => send('GET', path, undefined, { as: 'admin' });

describe('the save of a form', () => {
  it('keeps what others have written to other fields, and knows what itself has written', async () => {
    const [rep, other] = [await make('rep'), await make('rep')];
    const bill = await make('bill', { content: '舊案由', sponsors: [rep.id] });
    const path = await pathOf(bill.id);
    const [first, second] = [await open(path), await open(path)];
    expect(changeIn(first)).toBe(changeIn(second));
    expect((await save(path, changeIn(first), { content: '新案由' })).status).toBe(200);
    await patch(`/console/lab/rs_bills/${bill.id}`, { sponsors: [rep.id, other.id] });
    const saved = await save(path, changeIn(second), { version_no: unique() });
    expect(saved.status).toBe(200);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({
      content: '新案由',
      sponsors: [rep.id, other.id],
    });
    // The form does not show yet what the others have written; after it has, its own change is the last one.
    expect(saved.headers.get(CHANGE_HEADER)).toBeNull();
    const third = await save(path, changeIn(await open(path)), { version_no: unique() });
    expect((await save(path, changeIn(third), { version_no: unique(), content: '再改' })).status).toBe(200);
    // What does not change makes no change.
    expect((await save(path, 0, { content: '再改' })).headers.get(CHANGE_HEADER)).toBeNull();
  });

  it('that would overwrite the same fields is refused, with both values, who wrote them and when; nothing is written', async () => {
    const [rep, other, third] = [
      await make('rep', { name: '林一' }),
      await make('rep', { name: '林二' }),
      await make('rep', { name: '林三' }),
    ];
    const bill = await make('bill', { content: '勞工退休金條例', sponsors: [rep.id, third.id] });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    const theirs = { content: '勞工保險條例', sponsors: [third.id, rep.id, other.id] };
    await patch(`/console/lab/rs_bills/${bill.id}`, theirs);
    const number = unique();
    const last = { documentId: await documentOf('reps', rep.id), position: { end: true } };
    const sponsors = { connect: [last], disconnect: [] };
    const body = { content: '就業保險法', version_no: number, sponsors };
    const refused = await save(path, shown, body);
    expect(refused.status).toBe(409);
    const { conflict } = refused.body.error.details;
    expect(conflict).toMatchObject({
      uid: BILL,
      hidden: 0,
      theirs,
      mine: { content: '就業保險法', sponsors: [third.id, other.id, rep.id] },
      names: { [`api::rep.rep ${third.id}`]: { title: '林三' } },
    });
    const changedBy = { change: conflict.change, door: 'api', by: { name: 'editor' } };
    expect(conflict.fields).toMatchObject([
      { name: 'sponsors', attributes: ['sponsors'], changedBy },
      { name: 'content', attributes: ['content'], changedBy },
    ]);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ version_no: bill.version_no });

    expect((await save(path, conflict.change, body)).status).toBe(200);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({
      content: '就業保險法',
      version_no: number,
      sponsors: [third.id, other.id, rep.id],
    });
  });

  it('keeps whom others have added to a list or removed from it', async () => {
    const [gone, kept, theirs, mine] = [await make('rep'), await make('rep'), await make('rep'), await make('rep')];
    const bill = await make('bill', { sponsors: [gone.id, kept.id] });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    await patch(`/console/lab/rs_bills/${bill.id}`, { sponsors: [kept.id, theirs.id] });
    expect((await save(path, shown, { sponsors: connect(await documentOf('reps', mine.id)) })).status).toBe(200);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors).toEqual([kept.id, theirs.id, mine.id]);
    // Next to somebody who is gone.
    const [last] = connect(await documentOf('reps', (await make('rep')).id)).connect;
    const position = { before: await documentOf('reps', gone.id) };
    const sponsors = { connect: [{ ...last, position }], disconnect: [] };
    expect((await save(path, shown, { sponsors })).status).toBe(200);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors).toHaveLength(4);
  });

  it('keeps whom it has added and removed where the order of others stays', async () => {
    const reps = [await make('rep'), await make('rep'), await make('rep'), await make('rep')];
    const [a, b, c, d] = reps.map(({ id }) => id as number);
    const [documentA, , documentC, documentD] = await Promise.all(reps.map(({ id }) => documentOf('reps', id)));
    const bill = await make('bill', { sponsors: [a, b, c] });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    await patch(`/console/lab/rs_bills/${bill.id}`, { sponsors: [c, a, b] });
    const last = [documentA, documentD].map((documentId) => ({ documentId, position: { end: true } }));
    const refused = await save(path, shown, { sponsors: { connect: last, disconnect: [{ documentId: documentC }] } });
    const { conflict } = refused.body.error.details;
    expect([refused.status, conflict.mine]).toEqual([409, { sponsors: [b, a, d] }]);
    expect((await save(path, conflict.change, { sponsors: conflict.merged.sponsors.theirs })).status).toBe(200);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.sponsors).toEqual([a, b, d]);
  });

  it('asks whom a bill refers to where others have chosen somebody of another kind', async () => {
    const [former, rep, caucus] = [await make('rep'), await make('rep'), await make('caucus')];
    const link = async (table: string, { id }: { id: number }) => connect(await documentOf(table, id));
    const sponsor = (type: string | null, value: number | null) => ({
      principle_sponsor_type: type,
      principle_sponsor_value: value,
    });
    const [none, ofCaucus] = [sponsor(null, null), sponsor('caucus', caucus.id)];
    const [ofFormer, ofRep] = [sponsor('rep', former.id), sponsor('rep', rep.id)];
    const chooseRep = { principle_sponsor_rep: await link('reps', rep) };
    const chooseCaucus = { principle_sponsor_caucus: await link('caucuses', caucus) };
    const gone = { documentId: await documentOf('reps', former.id) };
    const chooseNone = { principle_sponsor_rep: { connect: [], disconnect: [gone] } };
    const others = { principle_sponsor_gov_agency: null, principle_sponsor_caucus: null, principle_sponsor_rep: null };
    for (const [before, theirs, body, mine] of [
      [ofFormer, ofCaucus, chooseRep, ofRep],
      [none, ofRep, chooseCaucus, ofCaucus],
      [ofFormer, ofCaucus, chooseNone, none],
    ] as const) {
      const bill = await make('bill', before);
      const path = await pathOf(bill.id);
      const stored = async () => (await get(`/console/lab/rs_bills/${bill.id}`)).body;
      const shown = changeIn(await open(path));
      await patch(`/console/lab/rs_bills/${bill.id}`, theirs);
      const refused = await save(path, shown, { content: '新案由', ...body });
      expect([refused.status, await stored()]).toEqual([409, expect.objectContaining(theirs)]);
      const { conflict } = refused.body.error.details;
      expect(conflict).toMatchObject({ theirs, mine });
      expect(conflict.fields).toMatchObject([{ attributes: Object.keys(others) }]);
      expect((await save(path, conflict.change, { content: '新案由', ...others, ...body })).status).toBe(200);
      expect(await stored()).toMatchObject({ ...mine, content: '新案由' });
    }
  });

  it('costs no more statements if the record holds more', async () => {
    const step = await make('legislative-step');
    const rows = (count: number) =>
      Array.from({ length: count }, (_, day) => ({ date: Date.UTC(2020, 0, day + 1), legislative_step_id: step.id }));
    const [small, large] = [
      await make('bill', { legislative_steps: rows(1) }),
      await make('bill', { legislative_steps: rows(20) }),
    ];
    const counts = async ({ id }: { id: number }) => {
      const path = await pathOf(id);
      let shown = await open(path);
      // The first row is another one each time.
      let day = 0;
      const rowsChanged = () => {
        day += 1;
        return {
          legislative_steps: shown.body.data.legislative_steps.map((row: { id: number }, index: number) =>
            index > 0 ? { id: row.id } : { id: row.id, date: new Date(Date.UTC(2021, 0, day)).toISOString() },
          ),
        };
      };
      const changedByOthers = async () => {
        shown = await open(path);
        await patch(`/console/lab/rs_bills/${id}`, { content: unique() });
        // What follows from that in the background is done.
        await get('/console/changes?limit=1');
      };
      const saved = async (answer: Promise<Answer>) => {
        expect((await answer).status).toBe(200);
        // Strapi reads the record once more after the answer, for its events: a reading of the form is behind that.
        await open(path);
      };
      return {
        opening: await statements(() => open(path)),
        saving: await statements(() => saved(send('PUT', path, { version_no: unique() }, { as: 'admin' }))),
        merging: await statements(() => saved(saveRows(path, shown, { version_no: unique() })), changedByOthers),
        savingRows: await statements(() => saved(send('PUT', path, rowsChanged(), { as: 'admin' }))),
        mergingRows: await statements(() => saved(saveRows(path, shown, rowsChanged())), changedByOthers),
      };
    };
    const [few, many] = [await counts(small), await counts(large)];
    expect(many.opening).toBeLessThanOrEqual(few.opening);
    for (const { saving, merging, savingRows, mergingRows } of [few, many]) {
      // The last change, its state and that which the form had shown, and the ids of the rows.
      expect(merging - saving).toBeLessThanOrEqual(4);
      // With the ids of the rows, as they were written.
      expect(mergingRows - savingRows).toBeLessThanOrEqual(4);
    }
  });

  it('that changes rows which others have replaced is refused, with what is there now', async () => {
    const step = await make('legislative-step', { name: '一讀' });
    const row = { date: Date.UTC(2020, 1, 3), legislative_step_id: step.id };
    const bill = await make('bill', { legislative_steps: [row] });
    const path = await pathOf(bill.id);
    const opened = await open(path);
    await patch(`/console/lab/rs_bills/${bill.id}`, { legislative_steps: [{ ...row, date: Date.UTC(2020, 2, 3) }] });
    const [{ id }] = opened.body.data.legislative_steps;
    const rows = [{ id, date: '2020-04-03T00:00:00.000Z', legislative_step: { connect: [], disconnect: [] } }];
    const refused = await save(path, changeIn(opened), { legislative_steps: rows });
    expect([refused.status, refused.body.error.details.conflict]).toEqual([
      409,
      expect.objectContaining({ mine: null, theirs: { legislative_steps: [{ ...row, date: Date.UTC(2020, 2, 3) }] } }),
    ]);
  });

  describe('of nested rows', () => {
    const march = (day: number) => Date.UTC(2020, 2, day);
    const dated = (day: number) => new Date(march(day)).toISOString();
    let steps: { id: number }[];
    let documents: string[];
    let bill: { id: number };
    let path: string;
    const row = (day: number, step: number) => ({ date: march(day), legislative_step_id: steps[step]?.id });
    const stored = async () => (await get(`/console/lab/rs_bills/${bill.id}`)).body.legislative_steps;
    const idsOf = ({ body }: Answer): number[] => body.data.legislative_steps.map(({ id }: { id: number }) => id);

    beforeAll(async () => {
      steps = [await make('legislative-step'), await make('legislative-step'), await make('legislative-step')];
      documents = await Promise.all(steps.map(({ id }) => documentOf('legislative_steps', id)));
    });

    beforeEach(async () => {
      bill = await make('bill', { legislative_steps: [row(1, 0), row(2, 1), row(3, 2)] });
      path = await pathOf(bill.id);
    });

    it('keeps what others have changed, added, removed and moved, row by row', async () => {
      const [first, second] = [await open(path), await open(path)];
      const [a, b, c] = idsOf(first);
      const added = (day: number) => ({ date: dated(day), legislative_step: connect(documents[0] ?? '') });
      const theirs = [{ id: c }, { id: a, date: dated(11) }, added(20)];
      expect((await saveRows(path, first, { legislative_steps: theirs })).status).toBe(200);
      const mine = [
        { id: a, legislative_step: connect(documents[2] ?? '') },
        { id: b },
        { id: c, date: dated(13) },
        added(21),
      ];
      const saved = await saveRows(path, second, { legislative_steps: mine });
      expect([saved.status, saved.headers.get(CHANGE_HEADER)]).toEqual([200, null]);
      expect(await stored()).toEqual([row(13, 2), row(21, 0), row(11, 2), row(20, 0)]);
      // Nothing is left to merge for a form that has seen it.
      const third = await open(path);
      const rows = idsOf(third).map((id) => ({ id }));
      expect((await saveRows(path, third, { legislative_steps: rows.slice(1) })).status).toBe(200);
      expect(await stored()).toEqual([row(21, 0), row(11, 2), row(20, 0)]);
    });

    it('saved again because the answer got lost, or added by both, are there once', async () => {
      const opened = await open(path);
      const added = { date: dated(20), legislative_step: connect(documents[0] ?? '') };
      const body = { legislative_steps: [...idsOf(opened).map((id) => ({ id })), added] };
      expect((await saveRows(path, opened, body)).status).toBe(200);
      const again = await saveRows(path, opened, body);
      expect(again.status).toBe(409);
      const { conflict } = again.body.error.details;
      expect(conflict).toMatchObject({ fields: [], hidden: 0 });
      const { mine: once } = conflict.merged.legislative_steps;
      const saved = await saveAfter(path, conflict.change, conflict.rows, { legislative_steps: once });
      expect([saved.status, await stored()]).toEqual([200, [row(1, 0), row(2, 1), row(3, 2), row(20, 0)]]);
    });

    it('added by a save whose answer got lost, and changed before the next one, are there once, as they are now', async () => {
      const opened = await open(path);
      const [change, shown] = [opened.headers.get(CHANGE_HEADER), opened.headers.get(ROWS_HEADER)];
      const requests = [unique('lost'), unique('lost'), unique('never-stored')].map((id) =>
        id.replaceAll(/[^\w-]/g, ''),
      );
      const bodyWith = (day: number) => ({
        content: `草案 ${day}`,
        legislative_steps: [
          ...idsOf(opened).map((id) => ({ id })),
          { date: dated(day), legislative_step: connect(documents[0] ?? '') },
        ],
      });
      const formers = ['', requests[0], requests.join()];
      for (const [index, day] of [20, 21, 22].entries()) {
        const more = { 'X-Request-Id': requests[index] ?? unique(), [FORMER_SAVES_HEADER]: formers[index] };
        const saved = await saveAfter(path, change, shown, bodyWith(day), more);
        expect([saved.status, saved.headers.get(CHANGE_HEADER)]).toEqual([200, expect.stringMatching(/^\d+$/)]);
        expect(await stored()).toEqual([row(1, 0), row(2, 1), row(3, 2), row(day, 0)]);
      }
      // What somebody else has written since is asked about as ever.
      await patch(`/console/lab/rs_bills/${bill.id}`, { content: '別人的' });
      const more = { [FORMER_SAVES_HEADER]: requests.join() };
      expect((await saveAfter(path, change, shown, { content: '草案 23' }, more)).status).toBe(409);
    });

    it('that a form shows although the change that it names is older can be removed', async () => {
      const opened = await open(path);
      const [a, b, c] = idsOf(opened);
      const rows = [{ id: a }, { id: b }, { id: c }];
      const added = (day: number) => ({ date: dated(day), legislative_step: connect(documents[0] ?? '') });
      const theirs = { legislative_steps: [...rows, added(20), added(21)] };
      expect((await saveRows(path, opened, theirs)).status).toBe(200);
      const dropped = { [DROPPED_ROWS_HEADER]: JSON.stringify({ legislative_steps: [idsOf(await open(path))[3]] }) };
      const [change, shown] = [opened.headers.get(CHANGE_HEADER), opened.headers.get(ROWS_HEADER)];
      const mine = { legislative_steps: rows.slice(1) };
      expect((await saveAfter(path, change, shown, mine, dropped)).status).toBe(200);
      expect(await stored()).toEqual([row(2, 1), row(3, 2), row(21, 0)]);
    });

    it('whose link one clears and another changes are asked about', async () => {
      const [opened, other] = [await open(path), await open(path)];
      const [a, b, c] = idsOf(opened);
      const linked = { id: a, legislative_step: connect(documents[2] ?? '') };
      expect((await saveRows(path, other, { legislative_steps: [linked, { id: b }, { id: c }] })).status).toBe(200);
      const cleared = { id: a, legislative_step: { connect: [], disconnect: [{ documentId: documents[0] }] } };
      const refused = await saveRows(path, opened, { legislative_steps: [cleared, { id: b }, { id: c }] });
      expect([refused.status, refused.body.error.details.conflict?.theirs]).toEqual([
        409,
        { legislative_steps: [row(1, 2), row(2, 1), row(3, 2)] },
      ]);
    });

    it('that break a rule only together are asked about, one or the other', async () => {
      const [persona, other] = [await make('persona'), await make('persona')];
      const event = await make('park-event', { collaborators: [other.id] });
      const eventPath = `/content-manager/collection-types/api::park-event.park-event/${await documentOf('park_events', event.id)}`;
      const opened = await open(eventPath);
      const [{ id }] = opened.body.data.collaborators;
      const document = await documentOf('personas', persona.id);
      const added = (type: string) => ({ type, persona: connect(document) });
      const saveAs = (type: string) => saveRows(eventPath, opened, { collaborators: [{ id }, added(type)] });
      expect((await saveAs('host')).status).toBe(200);
      const refused = await saveAs('guest');
      expect(refused.status).toBe(409);
      const { conflict } = refused.body.error.details;
      const typesOf = (rows: { type: string }[]) => rows.map(({ type }) => type);
      expect([conflict.theirs, conflict.mine].map(({ collaborators }) => typesOf(collaborators))).toEqual([
        ['co_host', 'host'],
        ['co_host', 'guest'],
      ]);
      const body = { collaborators: conflict.merged.collaborators.mine };
      expect((await saveAfter(eventPath, conflict.change, conflict.rows, body)).status).toBe(200);
      const { collaborators } = (await get(`/console/park/events/${event.id}`)).body;
      expect(typesOf(collaborators)).toEqual(['co_host', 'guest']);
    });

    it('may link somebody next to somebody whom others have removed', async () => {
      const [gone, added] = [await make('party'), await make('party')];
      const caucus = (await make('caucus')).id;
      const { index } = await make('term', { caucuses: [{ caucus, parties: [gone.id] }] });
      const termPath = `/content-manager/collection-types/api::term.term/${await documentOf('terms', index, 'index')}`;
      const opened = await open(termPath);
      const [{ id }] = opened.body.data.caucuses;
      const linked = { connect: [], disconnect: [{ documentId: await documentOf('parties', gone.id) }] };
      expect((await saveRows(termPath, opened, { caucuses: [{ id, parties: linked }] })).status).toBe(200);
      const [last] = connect(await documentOf('parties', added.id)).connect;
      const position = { before: await documentOf('parties', gone.id) };
      const parties = { connect: [{ ...last, position }], disconnect: [] };
      const saved = await saveRows(termPath, opened, { caucuses: [{ id, parties }] });
      // Both have changed the same list; it is asked about, and not a failure.
      expect([saved.status, saved.body.error?.details.conflict.mine]).toEqual([
        409,
        { caucuses: [{ caucus, parties: [added.id] }] },
      ]);
    });

    it('keeps what the API has written of them, although it replaces all rows', async () => {
      const opened = await open(path);
      const [a, b, c] = idsOf(opened);
      await patch(`/console/lab/rs_bills/${bill.id}`, { legislative_steps: [row(1, 0), row(3, 2), row(9, 0)] });
      const mine = [{ id: c, date: dated(13) }, { id: a }, { id: b }];
      expect((await saveRows(path, opened, { legislative_steps: mine })).status).toBe(200);
      expect(await stored()).toEqual([row(13, 2), row(9, 0), row(1, 0)]);
    });

    it.each([
      ['mine', (mine: number) => [row(mine, 0), row(22, 1), row(3, 2), row(20, 1)]],
      ['theirs', () => [row(11, 0), row(3, 2), row(20, 1)]],
    ] as const)('asks about what both have changed, and keeps all else: %s', async (side, rows) => {
      const [opened, other] = [await open(path), await open(path)];
      const [a, b, c] = idsOf(opened);
      const theirs = [{ id: a, date: dated(11) }, { id: c }];
      expect((await saveRows(path, other, { legislative_steps: theirs })).status).toBe(200);
      const added = { date: dated(20), legislative_step: connect(documents[1] ?? '') };
      const mine = [{ id: a, date: dated(12) }, { id: b, date: dated(22) }, { id: c }, added];
      const refused = await saveRows(path, opened, { version_no: unique(), legislative_steps: mine });
      expect(refused.status).toBe(409);
      const { conflict } = refused.body.error.details;
      expect(conflict).toMatchObject({
        fields: [{ name: 'legislative_steps' }],
        theirs: { legislative_steps: [row(11, 0), row(3, 2)] },
        mine: { legislative_steps: [row(12, 0), row(22, 1), row(3, 2), row(20, 1)] },
      });
      expect(await stored()).toEqual([row(11, 0), row(3, 2)]);
      const body = { legislative_steps: conflict.merged.legislative_steps[side] };
      expect((await saveAfter(path, conflict.change, conflict.rows, body)).status).toBe(200);
      expect(await stored()).toEqual(rows(12));
    });
  });

  describe('that breaks a rule only together with what others have written', () => {
    const VOTE = 'api::vote.vote';
    const DATA_SET = 'api::bill-data-set.bill-data-set';
    const formOf = async (uid: string, table: string, { id }: { id: number }) =>
      `/content-manager/collection-types/${uid}/${await documentOf(table, id)}`;
    const repDocument = ({ id }: { id: number }) => documentOf('reps', id);

    /** Others move a member to the nays and add one of them; the save moves him to the abstentions. */
    const moveMember = async (as: object = { as: 'admin' }) => {
      const [moved, third, fourth, fifth] = [
        await make('rep', { name: '林一' }),
        await make('rep'),
        await make('rep'),
        await make('rep', { name: '林五' }),
      ];
      const vote = await make('vote', { title: '原案', aye: [moved.id, third.id], nay: [], abstain: [] });
      const path = await formOf(VOTE, 'votes', vote);
      const shown = changeIn(await open(path));
      await patch(`/console/lab/rs_votes/${vote.id}`, { aye: [third.id], nay: [fourth.id, moved.id] });
      const body = {
        title: '改過的案由',
        aye: { connect: [], disconnect: [{ documentId: await repDocument(moved) }] },
        abstain: connect(await repDocument(moved), await repDocument(fifth)),
      };
      const refused = await save(path, shown, body, as);
      const stored = async () => (await get(`/console/lab/rs_votes/${vote.id}`)).body;
      const ids = { moved: moved.id, third: third.id, fourth: fourth.id, fifth: fifth.id };
      return { path, body, refused, stored, ids };
    };

    it.each(['mine', 'theirs'] as const)('asks once for all of its lists, and keeps all else: %s', async (side) => {
      const { path, body, refused, stored, ids } = await moveMember();
      const { moved, third, fourth, fifth } = ids;
      expect(refused.status).toBe(409);
      const { conflict } = refused.body.error.details;
      const lists = {
        mine: { nay: [fourth], abstain: [moved, fifth] },
        theirs: { nay: [fourth, moved], abstain: [fifth] },
      };
      expect(conflict).toMatchObject({
        groups: [{ fields: ['nay', 'abstain'], isTheirsOnly: false }],
        ...lists,
        names: { [`api::rep.rep ${moved}`]: { title: '林一' } },
      });
      expect(conflict.fields).toMatchObject([
        { name: 'nay', changedBy: { change: conflict.change, by: { name: 'editor' } } },
        { name: 'abstain' },
      ]);
      expect(await stored()).toMatchObject({ title: '原案', aye: [third], nay: [fourth, moved], abstain: [] });
      const merged = Object.entries(conflict.merged as Record<string, Record<string, object | undefined>>);
      const chosen = Object.fromEntries(merged.map(([name, sides]) => [name, sides[side]]));
      expect((await save(path, conflict.change, { ...body, ...chosen })).status).toBe(200);
      expect(await stored()).toMatchObject({ title: '改過的案由', aye: [third], ...lists[side] });
    });

    it.each(['mine', 'theirs'] as const)('asks whether a bill stays on the board that it scores: %s', async (side) => {
      const bills = [await make('bill'), await make('bill'), await make('bill')];
      const [a, b, c] = bills.map(({ id }) => id as number) as [number, number, number];
      const [f, g] = [(await make('act-feature')).id, (await make('act-feature')).id];
      const row = (bill_id: number, ...cells: [number, number][]) => ({
        bill_id,
        score_per_act_feature: cells.map(([act_feature_id, score]) => ({ act_feature_id, score })),
      });
      const board = await make('bill-data-set', {
        bill_ids: [a, b],
        act_feature_ids: [f, g],
        scores: [row(a, [f, 1]), row(b, [f, 2])],
      });
      const path = await formOf(DATA_SET, 'bill_data_sets', board);
      const stored = async () => (await get(`/console/lab/bill_data_sets/${board.id}`)).body;
      const shown = changeIn(await open(path));
      const theirs = { bill_ids: [b, c], scores: [row(b, [f, 3]), row(c, [g, 9])] };
      await patch(`/console/lab/bill_data_set/${board.id}`, theirs);
      const body = { scores: [row(a, [f, 1], [g, 5]), row(b, [f, 2], [g, 6])] };
      const refused = await save(path, shown, body);
      expect([refused.status, await stored()]).toEqual([409, expect.objectContaining(theirs)]);
      const { conflict } = refused.body.error.details;
      const values = {
        mine: { bill_ids: [a, b, c], scores: [row(a, [f, 1], [g, 5]), row(b, [f, 3], [g, 6]), row(c, [g, 9])] },
        theirs: { bill_ids: [b, c], scores: [row(b, [f, 3], [g, 6]), row(c, [g, 9])] },
      };
      expect(conflict).toMatchObject({ groups: [{ fields: ['bill_ids', 'scores'], isTheirsOnly: false }], ...values });
      const chosen = { bills: conflict.merged.bills[side], scores: conflict.merged.scores[side] };
      expect((await save(path, conflict.change, chosen)).status).toBe(200);
      const { bill_ids, scores } = await stored();
      expect([new Set(bill_ids), scores]).toEqual([new Set(values[side].bill_ids), values[side].scores]);
    });

    it('may put a member next to somebody whom others have moved away', async () => {
      const [moved, neighbour] = [await make('rep'), await make('rep')];
      const vote = await make('vote', { aye: [moved.id], abstain: [neighbour.id] });
      const path = await formOf(VOTE, 'votes', vote);
      const shown = changeIn(await open(path));
      await patch(`/console/lab/rs_votes/${vote.id}`, {
        aye: [],
        nay: [moved.id],
        abstain: [],
        absence: [neighbour.id],
      });
      const documentId = await repDocument(moved);
      const body = {
        aye: { connect: [], disconnect: [{ documentId }] },
        abstain: {
          connect: [{ documentId, position: { before: await repDocument(neighbour) } }],
          disconnect: [],
        },
      };
      const refused = await save(path, shown, body);
      expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('不能並存')]);
      const { change, merged } = refused.body.error.details.conflict;
      const chosen = { ...body, nay: merged.nay.mine, abstain: merged.abstain.mine };
      expect((await save(path, change, chosen)).status).toBe(200);
      expect((await get(`/console/lab/rs_votes/${vote.id}`)).body).toMatchObject({
        aye: [],
        nay: [],
        abstain: [moved.id],
        absence: [neighbour.id],
      });
    });

    it('keeps the order that it has given to others, whoever is chosen', async () => {
      const [moved, first, last] = [await make('rep'), await make('rep'), await make('rep')];
      for (const side of ['mine', 'theirs'] as const) {
        const vote = await make('vote', { aye: [moved.id], nay: [first.id, last.id], abstain: [] });
        const path = await formOf(VOTE, 'votes', vote);
        const shown = changeIn(await open(path));
        await patch(`/console/lab/rs_votes/${vote.id}`, { aye: [], nay: [first.id, last.id, moved.id] });
        const body = {
          aye: { connect: [], disconnect: [{ documentId: await repDocument(moved) }] },
          nay: { connect: [{ documentId: await repDocument(last), position: { start: true } }], disconnect: [] },
          abstain: connect(await repDocument(moved)),
        };
        const { conflict } = (await save(path, shown, body)).body.error.details;
        const chosen = { nay: conflict.merged.nay[side], abstain: conflict.merged.abstain[side] };
        expect((await save(path, conflict.change, { ...body, ...chosen })).status).toBe(200);
        expect((await get(`/console/lab/rs_votes/${vote.id}`)).body).toMatchObject(
          {
            mine: { nay: [last.id, first.id], abstain: [moved.id] },
            theirs: { nay: [last.id, first.id, moved.id], abstain: [] },
          }[side],
        );
      }
    });

    it.each(['mine', 'theirs'] as const)('in one nested row stays whole, as either has it: %s', async (side) => {
      const day = (date: number) => Date.UTC(2020, 1, date);
      const session = { session_index: 1, temp_session_index: 0 };
      const rowOf = (from: number, to: number) => ({ ...session, start_date: day(from), end_date: day(to) });
      const { index } = await make('term', { sessions: [rowOf(1, 9)] });
      const path = `/content-manager/collection-types/api::term.term/${await documentOf('terms', index, 'index')}`;
      const opened = await open(path);
      const [{ id }] = opened.body.data.sessions;
      const dateOf = (date: number) => new Date(day(date)).toISOString();
      const theirs = { sessions: [{ id, end_date: dateOf(4) }] };
      expect((await saveRows(path, opened, theirs)).status).toBe(200);
      const refused = await saveRows(path, opened, { sessions: [{ id, start_date: dateOf(6) }] });
      expect(refused.status).toBe(409);
      const { conflict } = refused.body.error.details;
      const values = { mine: { sessions: [rowOf(6, 9)] }, theirs: { sessions: [rowOf(1, 4)] } };
      expect(conflict).toMatchObject({ fields: [{ name: 'sessions', isWhole: true }], ...values });
      const { [side]: rows } = conflict.merged.sessions;
      const saved = await saveAfter(path, conflict.change, conflict.rows, rows === undefined ? {} : { sessions: rows });
      expect(saved.status).toBe(200);
      expect((await get(`/console/lab/terms/${index}`)).body.sessions).toMatchObject(values[side].sessions);
    });

    it('is refused with the fault where the save breaks the rule alone', async () => {
      const [rep, other] = [await make('rep'), await make('rep')];
      const vote = await make('vote', { aye: [rep.id], nay: [] });
      const path = await formOf(VOTE, 'votes', vote);
      const shown = changeIn(await open(path));
      await patch(`/console/lab/rs_votes/${vote.id}`, { nay: [other.id] });
      const refused = await save(path, shown, { nay: connect(await repDocument(rep)) });
      expect([refused.status, refused.body.error.details.errors]).toMatchObject([400, [{ path: ['nay', '1'] }]]);
    });

    it('leaves no choice but theirs to whoever may not change all of these fields', async () => {
      const lists = ['aye', 'nay', 'abstain'];
      const permission = (action: string, fields: string[]): PanelPermission => ({
        action: `plugin::content-manager.explorer.${action}`,
        subject: VOTE,
        properties: { fields },
      });
      const update = permission('update', ['title', 'aye', 'abstain']);
      for (const [read, fields, hidden] of [
        [lists, ['nay', 'abstain'], 0],
        [['aye', 'abstain'], ['abstain'], 1],
      ] as const) {
        const writer = await createPanelUser([permission('read', ['title', ...read]), update]);
        const { conflict } = (await moveMember(writer)).refused.body.error.details;
        expect(conflict).toMatchObject({ groups: [{ fields, isTheirsOnly: true }], hidden });
        expect(Object.keys(conflict.theirs)).toEqual(fields);
      }
    });
  });

  it('merges scores cell by cell, and asks about the same cell only', async () => {
    const [bill, other] = [(await make('bill')).id, (await make('bill')).id];
    const [f, g] = [(await make('act-feature', { feature: '罰則' })).id, (await make('act-feature')).id];
    const row = (bill_id: number, ...cells: [number, number][]) => ({
      bill_id,
      score_per_act_feature: cells.map(([act_feature_id, score]) => ({ act_feature_id, score })),
    });
    const board = await make('bill-data-set', {
      bill_ids: [bill, other],
      act_feature_ids: [f, g],
      scores: [row(bill, [f, 1])],
    });
    const path = `/content-manager/collection-types/api::bill-data-set.bill-data-set/${await documentOf('bill_data_sets', board.id)}`;
    const stored = async () => (await get(`/console/lab/bill_data_sets/${board.id}`)).body.scores;
    const shown = changeIn(await open(path));
    await patch(`/console/lab/bill_data_set/${board.id}`, { scores: [row(bill, [f, 1], [g, 2])] });
    expect((await save(path, shown, { scores: [row(bill, [f, 1]), row(other, [g, 3])] })).status).toBe(200);
    expect(await stored()).toEqual([row(bill, [f, 1], [g, 2]), row(other, [g, 3])]);
    const refused = await save(path, shown, { scores: [row(bill, [f, 5], [g, 6])] });
    expect(refused.status).toBe(409);
    const { conflict } = refused.body.error.details;
    const sides = {
      mine: { scores: [row(bill, [f, 5], [g, 6]), row(other, [g, 3])] },
      theirs: { scores: [row(bill, [f, 5], [g, 2]), row(other, [g, 3])] },
    };
    expect(conflict).toMatchObject({ ...sides, groups: [], names: { [`api::act-feature.act-feature ${f}`]: {} } });
    expect(conflict.merged.scores).toEqual({ mine: sides.mine.scores, theirs: sides.theirs.scores });
  });

  it('says whom and which rows one of both has removed', async () => {
    const [rep, gone] = [await make('rep'), await make('rep')];
    const step = await make('legislative-step');
    const row = (day: number) => ({ date: Date.UTC(2020, 2, day), legislative_step_id: step.id });
    const bill = await make('bill', { sponsors: [rep.id, gone.id], legislative_steps: [row(1), row(2), row(3)] });
    const path = await pathOf(bill.id);
    const opened = await open(path);
    const [a, b, c] = opened.body.data.legislative_steps.map(({ id }: { id: number }) => id);
    const theirs = { legislative_steps: [{ id: a, date: new Date(row(11).date).toISOString() }, { id: c }] };
    expect((await saveRows(path, opened, theirs)).status).toBe(200);
    await patch(`/console/lab/rs_bills/${bill.id}`, { sponsors: [rep.id] });
    const mine = {
      legislative_steps: [{ id: b, date: new Date(row(12).date).toISOString() }, { id: c }],
      // Put in another place, so that he stays in the list.
      sponsors: connect(await documentOf('reps', gone.id)),
    };
    const { conflict } = (await saveRows(path, opened, mine)).body.error.details;
    const removed = Object.fromEntries(
      conflict.fields.map((field: { name: string; removed: object }) => [field.name, field.removed]),
    );
    expect(removed).toEqual({
      sponsors: { byOthers: [gone.id], byEditor: [], isChanged: false },
      legislative_steps: { byOthers: [row(12)], byEditor: [row(11)], isChanged: true },
    });
  });

  it('writes the same as others have without being asked, and without a change that it has shown, whatever is there', async () => {
    const bill = await make('bill', { content: '舊' });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '新' });
    expect((await save(path, shown, { content: '新' })).status).toBe(200);
    for (const header of [undefined, '', 'x', '-1', '1e3'])
      expect(
        (
          await send(
            'PUT',
            path,
            { content: unique() },
            { as: 'admin', headers: header === undefined ? {} : { [CHANGE_HEADER]: header } },
          )
        ).status,
      ).toBe(200);
    expect((await save(path, shown, { content: '又' })).status).toBe(409);
  });

  it('shows values only of fields that the editor may read', async () => {
    const action = (name: string, fields: string[]): PanelPermission => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject: BILL,
      properties: { fields },
    });
    const parts = ['legislative_steps.date', 'legislative_steps.legislative_step'];
    const writer = await createPanelUser([
      action('read', ['version_no', parts[0] ?? '']),
      action('update', ['version_no', 'content', ...parts]),
    ]);
    const step = { date: Date.UTC(2020, 2, 1), legislative_step_id: (await make('legislative-step')).id };
    const bill = await make('bill', { content: '舊', legislative_steps: [step] });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '祕密' });
    const refused = await save(path, shown, { content: '猜' }, writer);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.conflict).toMatchObject({
      fields: [],
      hidden: 1,
      hiddenWhole: 1,
      hiddenAttributes: ['content'],
      theirs: {},
      mine: {},
    });
    for (const each of [path, `${path}/`, path.replace('/content', '/Content')]) {
      const { status, text } = await save(each, shown, { content: '猜' }, writer);
      expect([each, status >= 400, text.includes('祕密')]).toEqual([each, true, false]);
    }

    // A row that others have removed would return with all that it had said.
    const opened = await open(path);
    const [{ id }] = opened.body.data.legislative_steps;
    await patch(`/console/lab/rs_bills/${bill.id}`, { legislative_steps: [] });
    const rows = { legislative_steps: [{ id, date: '2020-04-03T00:00:00.000Z' }] };
    const headers = {
      [CHANGE_HEADER]: opened.headers.get(CHANGE_HEADER) ?? '',
      [ROWS_HEADER]: opened.headers.get(ROWS_HEADER) ?? '',
    };
    const { conflict } = (await send('PUT', path, rows, { ...writer, headers })).body.error.details;
    expect(conflict).toMatchObject({ fields: [], hidden: 1, hiddenWhole: 0, hiddenAttributes: ['legislative_steps'] });
    expect(conflict.merged).toEqual({ legislative_steps: { mine: [], theirs: [] } });
  });

  it('says nothing of scores that the editor may not read, although he may write them', async () => {
    const DATA_SET = 'api::bill-data-set.bill-data-set';
    const action = (name: string, fields: string[]): PanelPermission => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject: DATA_SET,
      properties: { fields },
    });
    const writer = await createPanelUser([action('read', ['name']), action('update', ['name', 'scores'])]);
    const [bill, feature] = [(await make('bill')).id, (await make('act-feature')).id];
    const scores = (score: number) => [{ bill_id: bill, score_per_act_feature: [{ act_feature_id: feature, score }] }];
    const board = await make('bill-data-set', {
      name: '舊',
      bill_ids: [bill],
      act_feature_ids: [feature],
      scores: scores(1),
    });
    const path = `/content-manager/collection-types/${DATA_SET}/${await documentOf('bill_data_sets', board.id)}`;
    const shown = changeIn(await open(path));
    await patch(`/console/lab/bill_data_set/${board.id}`, { name: '別人的', scores: scores(987_654_321) });
    for (const body of [{ scores: scores(5) }, { name: '我的', scores: [] }, { name: '我的', scores: scores(1) }]) {
      const refused = await save(path, shown, body, writer);
      expect([refused.status, refused.text.includes('987654321')]).toEqual([409, false]);
      const { conflict } = refused.body.error.details;
      expect(conflict).toMatchObject({ hidden: 1, hiddenWhole: 0, hiddenAttributes: ['scores'], unread: ['scores'] });
      expect(conflict.merged.scores).toEqual({});
    }
    // Where the scores are a part of a choice of several fields, all of them go.
    await patch(`/console/lab/bill_data_set/${board.id}`, { bill_ids: [], scores: [] });
    const { conflict } = (await save(path, shown, { scores: scores(5) }, writer)).body.error.details;
    expect(conflict).toMatchObject({ hiddenAttributes: expect.arrayContaining(['scores']), unread: [] });
    expect([conflict.merged.scores, conflict.hiddenWhole > 0]).toEqual([{}, true]);
  });

  it('keeps what nobody contests of scores that the editor may write and not read', async () => {
    const DATA_SET = 'api::bill-data-set.bill-data-set';
    const action = (name: string, fields: string[]): PanelPermission => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject: DATA_SET,
      properties: { fields },
    });
    const writer = await createPanelUser([action('read', ['name']), action('update', ['name', 'scores'])]);
    const bill = (await make('bill')).id;
    const features = [(await make('act-feature')).id, (await make('act-feature')).id, (await make('act-feature')).id];
    const scores = (...values: number[]) => [
      {
        bill_id: bill,
        score_per_act_feature: values.map((score, index) => ({ act_feature_id: features[index], score })),
      },
    ];
    const board = await make('bill-data-set', { bill_ids: [bill], act_feature_ids: features, scores: scores(1, 1, 1) });
    const path = `/content-manager/collection-types/${DATA_SET}/${await documentOf('bill_data_sets', board.id)}`;
    const shown = changeIn(await open(path));
    await patch(`/console/lab/bill_data_set/${board.id}`, { scores: scores(2, 2, 1) });
    // Of the first, both have changed the score; of the others, one of both.
    const own = { scores: scores(3, 1, 3) };
    const { change } = (await save(path, shown, own, writer)).body.error.details.conflict;
    const headers = { [CHANGE_HEADER]: String(change), [UNREAD_HEADER]: JSON.stringify({ scores: shown }) };
    const saved = await send('PUT', path, own, { ...writer, headers });
    expect([saved.status, JSON.stringify(saved.body.data).includes('score_per')]).toEqual([200, false]);
    expect((await get(`/console/lab/bill_data_sets/${board.id}`)).body.scores).toEqual(scores(2, 2, 3));
    // What the header names wrongly counts as not named: what is sent is stored, as of any form that has shown the last change.
    for (const [index, header] of ODD_HEADERS.entries()) {
      const odd = { [CHANGE_HEADER]: String(changeIn(await open(path))), [UNREAD_HEADER]: header };
      const sent = scores(4, index, 4);
      expect((await send('PUT', path, { scores: sent }, { ...writer, headers: odd })).status).toBe(200);
      expect([header, (await get(`/console/lab/bill_data_sets/${board.id}`)).body.scores]).toEqual([header, sent]);
    }
  });
});

describe('the save of a new record', () => {
  const TAGS = '/content-manager/collection-types/api::tag.tag';
  const requestId = () => unique('request').replaceAll(/[^\w-]/g, '');
  const createTag = (name: string, id: string, formers: string[] = []) => {
    const headers = { 'X-Request-Id': id, ...(formers.length > 0 && { [FORMER_SAVES_HEADER]: formers.join() }) };
    return send('POST', TAGS, { name }, { as: 'admin', headers });
  };
  const documents = async (...names: string[]) =>
    (await sql('select document_id from tags where name = any($1)', [names])).map(({ document_id }) => document_id);

  it('creates nothing if one before it has, whose answer got lost or that is still under way', async () => {
    const [name, other] = [unique('標籤'), unique('標籤')];
    const [first, second] = [requestId(), requestId()];
    const answers: Promise<Answer>[] = [];
    await withHeldTable(testService.databaseUrl, 'tags', 'share', async (isAwaited) => {
      answers.push(createTag(name, first));
      await waitFor(isAwaited);
      answers.push(createTag(other, second, [requestId(), first]));
      const locks = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await waitFor(async () => (await sql(locks)).length > 0);
    });
    const [created, again] = await Promise.all(answers);
    expect([created?.status, again?.status]).toEqual([201, 409]);
    const [document] = await documents(name, other);
    expect(again?.body.error.details).toEqual({ created: document });
    expect(await documents(name, other)).toHaveLength(1);
    // What is typed during such a save goes on from the change that it has made.
    const change = await sql('select change from rostra_records where resource = $1 and number = $2', [
      'rs_tags',
      created?.body.data.number,
    ]);
    expect([created?.headers.get(CHANGE_HEADER)]).toEqual(change.map((each) => String(each.change)));
    // What was not stored, or is deleted, does not keep one from another try.
    expect((await createTag(other, requestId(), [second])).status).toBe(201);
    await send('DELETE', `${TAGS}/${document}`, undefined, { as: 'admin' });
    expect((await createTag(name, requestId(), [first])).status).toBe(201);
    expect(await documents(name, other)).toHaveLength(2);
  });
});
