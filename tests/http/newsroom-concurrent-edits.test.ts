import { CHANGE_HEADER } from '../../src/common/change-position';
import { type Answer, get, patch, send } from '../support/client';
import { make, unique } from '../support/factory';
import { connect, documentOf } from '../support/panel';
import { createPanelUser, type PanelPermission } from '../support/panel-users';

const BILL = 'api::bill.bill';

const pathOf = async (number: number) =>
  `/content-manager/collection-types/${BILL}/${await documentOf('bills', number)}`;

const changeIn = ({ headers }: Answer): number => Number(headers.get(CHANGE_HEADER) ?? Number.NaN);

/** Saves as a form that has shown the record up to a change. */
const save = (path: string, change: number, body: object, as: object = { as: 'admin' }) =>
  send('PUT', path, body, { ...as, headers: { [CHANGE_HEADER]: String(change) } });

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
    const writer = await createPanelUser([action('read', ['version_no']), action('update', ['version_no', 'content'])]);
    const bill = await make('bill', { content: '舊' });
    const path = await pathOf(bill.id);
    const shown = changeIn(await open(path));
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '祕密' });
    const refused = await save(path, shown, { content: '猜' }, writer);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.conflict).toMatchObject({ fields: [], hidden: 1, theirs: {}, mine: {} });
    for (const each of [path, `${path}/`, path.replace('/content', '/Content')]) {
      const { status, text } = await save(each, shown, { content: '猜' }, writer);
      expect([each, status >= 400, text.includes('祕密')]).toEqual([each, true, false]);
    }
  });
});
