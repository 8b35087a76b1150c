import { del, faultsOf, get, patch, post } from '../support/client';
import { make, type RecordBody, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';

const EVENTS = '/console/park/events';

const NOTHING = { location: {}, repeat_rules: {}, next_actions: {}, documentation: {}, related_content: {}, data: {} };

/** Returns how the list shows the persona at this index. */
const shown = ({ id, name, handle = null }: RecordBody, index: number, more: object = {}) => ({
  entity_type: 'Persona',
  entity: { id, name, handle },
  type: 'co_host',
  index,
  status: 'active',
  data: {},
  ...more,
});

describe('a park event', () => {
  it('has every field in detail and row alike', async () => {
    const persona = await make('persona', { handle: 'readers' });
    const fields = {
      status: 'active',
      slug: 'weekend-law-reading',
      type: 'meetup',
      category: ['讀法', '入門'],
      image: '/images/e.jpg',
      tagline: '不必先懂法律',
      title: unique('讀法會'),
      before_title: '每月一次',
      after_title: '秋季場',
      description: '一起讀一部法案。',
      start_date: '2026-09-05T06:00:00.000Z',
      end_date: '2026-09-05T08:30:00.000Z',
      is_all_day: false,
      ...NOTHING,
      location: { name: '圖書室' },
    };
    const created = await post(EVENTS, { ...fields, collaborators: [persona.id] });
    const { id } = created.body;
    expect(created.headers.get('location')).toBe(`${EVENTS}/${id}`);
    const collaborators = [{ ...shown(persona, 1), entity: { id: persona.id, name: persona.name, handle: 'readers' } }];
    const expected = { id, ...fields, collaborators };
    expect(created.body).toEqual(expected);
    expect(Object.keys(created.body)).toEqual(Object.keys(expected));
    const detail = await get(`${EVENTS}/${id}`, { as: 'public' });
    expect(detail.text).toBe(created.text);
    const { rows } = (await get(`${EVENTS}?all`, { as: 'public' })).body;
    expect(rows.find((row: RecordBody) => row.id === id)).toEqual(expected);
  });

  it('has nothing, empty objects and empty lists where nothing is given', async () => {
    const body = { slug: 's', type: 't', category: [], title: unique() };
    const created = await post(EVENTS, body);
    const optional = ['status', 'image', 'tagline', 'before_title', 'after_title', 'description'];
    const nothing = Object.fromEntries(
      [...optional, 'start_date', 'end_date', 'is_all_day'].map((name) => [name, null]),
    );
    expect(created.body).toEqual({ id: created.body.id, ...body, ...nothing, ...NOTHING, collaborators: [] });
  });

  it('takes booleans, dates and categories in the console’s forms', async () => {
    const event = await make('park-event', {
      is_all_day: 1,
      category: '讀法、入門, 標註',
      start_date: '2026-09-05 14:00',
    });
    expect(event).toMatchObject({
      is_all_day: true,
      category: ['讀法', '入門', '標註'],
      start_date: '2026-09-05T14:00:00.000Z',
    });
    const changed = await patch(`${EVENTS}/${event.id}`, { is_all_day: 0, category: ['一'], start_date: null });
    expect(changed.body).toMatchObject({ is_all_day: false, category: ['一'], start_date: null });
    const faulty = { is_all_day: 'yes', category: null, end_date: 'soon', slug: '' };
    expect(faultsOf(await patch(`${EVENTS}/${event.id}`, faulty))).toEqual([
      'category REQUIRED',
      'end_date INVALID_VALUE',
      'is_all_day INVALID_TYPE',
      'slug REQUIRED',
    ]);
  });

  it('does not end before it starts; either end may be open', async () => {
    const event = await make('park-event', { start_date: '2026-09-05T06:00:00Z', end_date: '2026-09-05T06:00:00Z' });
    const path = `${EVENTS}/${event.id}`;
    expect(faultsOf(await patch(path, { end_date: '2026-09-05T05:59:59.999Z' }))).toEqual(['end_date INVALID_VALUE']);
    expect(faultsOf(await patch(path, { start_date: '2026-09-06' }))).toEqual(['end_date INVALID_VALUE']);
    expect((await patch(path, { end_date: null, start_date: '2026-09-06' })).status).toBe(200);
    expect((await patch(path, { end_date: '2026-09-05', start_date: null })).status).toBe(200);
  });

  it('is read by everybody, written by editors, and never deleted', async () => {
    const event = await make('park-event');
    const path = `${EVENTS}/${event.id}`;
    const citizen = { as: 'citizen' } as const;
    expect((await get(EVENTS, citizen)).status).toBe(200);
    expect((await get(path, citizen)).body).toEqual(event);
    expect((await post(EVENTS, {}, { as: 'public' })).status).toBe(401);
    expect((await patch(path, {}, citizen)).status).toBe(403);
    for (const as of ['editor', 'citizen', 'public'] as const) {
      const answer = await del(path, { as });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH']);
      expect(answer.body).toEqual({ statusCode: 405, message: 'METHOD_NOT_ALLOWED' });
    }
    expect((await del(EVENTS)).headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await get(path)).body).toEqual(event);
  });

  it('is deleted in the panel alone', async () => {
    const event = await make('park-event', { collaborators: [(await make('persona')).id] });
    const document = await documentOf('park_events', event.id);
    expect((await panel('DELETE', 'api::park-event.park-event', `/${document}`)).status).toBe(200);
    expect((await get(`${EVENTS}/${event.id}`, { as: 'public' })).status).toBe(404);
  });
});

describe('the collaborators of a park event', () => {
  let personas: RecordBody[];

  beforeEach(async () => {
    personas = [await make('persona'), await make('persona'), await make('persona')];
  });

  const change = (event: RecordBody, collaborators: unknown) => patch(`${EVENTS}/${event.id}`, { collaborators });

  it('are named by identifier, by digits, by an object with it, or as answers show them', async () => {
    const [a, b, c] = personas;
    const event = await make('park-event', { collaborators: [b.id, String(a.id), { id: c.id }] });
    expect(event.collaborators).toEqual([shown(b, 1), shown(a, 2), shown(c, 3)]);
    const same = await change(event, event.collaborators);
    expect([same.body, same.headers.get('ignored-fields')]).toEqual([event, null]);
    const host = { entity: { id: a.id }, type: 'host', status: 'inactive', data: { role: '場地' } };
    const changed = await change(event, [host, { entity: String(c.id), type: null }, b.id]);
    expect(changed.body.collaborators).toEqual([
      shown(a, 1, { type: 'host', status: 'inactive', data: { role: '場地' } }),
      shown(c, 2),
      shown(b, 3),
    ]);
    expect((await get(`${EVENTS}/${event.id}`)).body).toEqual(changed.body);
    expect((await change(event, null)).body.collaborators).toEqual([]);
  });

  it('stand in the order of the list; index and entity follow from the rest', async () => {
    const [a, b] = personas;
    const event = await make('park-event', { collaborators: [a.id, b.id] });
    const [first, second] = event.collaborators;
    const turned = await change(event, [second, { ...first, entity: { ...first.entity, name: '別名' } }]);
    expect(turned.body.collaborators).toEqual([shown(b, 1), shown(a, 2)]);
  });

  it('are personas, each once; whatever is wrong is named at its place', async () => {
    const [a, b] = personas;
    const event = await make('park-event', { collaborators: [a.id] });
    const answer = await change(event, [
      b.id,
      2_147_483_647,
      { entity: { id: b.id } },
      { entity_type: 'Organization', entity: { id: a.id } },
      { entity: null },
      { type: 'host' },
      'x',
      { entity: { id: 2_147_483_646 }, data: [], type: {}, note: 1 },
    ]);
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'collaborators[1].entity UNKNOWN_REFERENCE',
        'collaborators[2].entity DUPLICATE',
        'collaborators[3].entity_type INVALID_VALUE',
        'collaborators[4].entity REQUIRED',
        'collaborators[5].entity INVALID_TYPE',
        'collaborators[6].entity INVALID_TYPE',
        'collaborators[7].data INVALID_TYPE',
        'collaborators[7].entity UNKNOWN_REFERENCE',
        'collaborators[7].type INVALID_TYPE',
      ],
    ]);
    for (const value of ['x', {}, 5])
      expect(faultsOf(await change(event, value))).toEqual(['collaborators INVALID_TYPE']);
    const noted = await change(event, [{ entity: a.id, note: 1 }]);
    expect(noted.headers.get('ignored-fields')).toBe('collaborators[0].note');
  });

  it('lose a deleted persona, and update their counts', async () => {
    const [a, b, c] = personas;
    const event = await make('park-event', { collaborators: [a.id, b.id, c.id] });
    const alone = await make('park-event', { collaborators: [b.id] });
    expect((await del(`/console/lab/personas/${b.id}`)).status).toBe(204);
    expect((await get(`${EVENTS}/${event.id}`)).body.collaborators).toEqual([shown(a, 1), shown(c, 2)]);
    expect((await get(`${EVENTS}/${alone.id}`)).body.collaborators).toEqual([]);
    expect((await change(event, [c.id])).body.collaborators).toEqual([shown(c, 1)]);
    const document = await documentOf('personas', c.id);
    expect((await panel('DELETE', 'api::persona.persona', `/${document}`)).status).toBe(200);
    expect((await get(`${EVENTS}/${event.id}`)).body.collaborators).toEqual([]);
  });

  it('are shown with their current names', async () => {
    const [a] = personas;
    const event = await make('park-event', { collaborators: [a.id] });
    await patch(`/console/lab/personas/${a.id}`, { name: '新名', handle: 'new' });
    const [collaborator] = (await get(`${EVENTS}/${event.id}`)).body.collaborators;
    expect(collaborator.entity).toEqual({ id: a.id, name: '新名', handle: 'new' });
  });
});

describe('the list of park events', () => {
  it('shows the latest first, of one start the highest identifier, those without date last; page by page', async () => {
    const far = (day: number) => new Date(Date.UTC(9000, 0, day)).toISOString();
    const ids: number[] = [];
    for (const start_date of [far(1), far(3), null, far(2), far(3)])
      ids.push((await make('park-event', { start_date })).id);
    const [first, twin, undated, second, last] = ids;
    const { rows, totalRowCount, paging } = (await get(`${EVENTS}?all`, { as: 'public' })).body;
    const order = rows.map(({ id }: RecordBody) => id);
    expect(order.slice(0, 4)).toEqual([last, twin, second, first]);
    const dates = rows.map(({ start_date }: RecordBody) => start_date);
    const dated = dates.filter((date: unknown) => date !== null);
    expect(dates.slice(0, dated.length)).toEqual([...dated].sort().reverse());
    expect(order[dated.length]).toBe(undated);
    expect([totalRowCount, paging]).toEqual([
      rows.length,
      { page: 1, pages: 1, pageSize: rows.length, previous: null, next: null },
    ]);
    const paged = await get(`${EVENTS}?page=1`, { as: 'public' });
    expect(paged.body.paging).toMatchObject({ page: 1, pageSize: 20, previous: null });
    expect(paged.body.rows.map(({ id }: RecordBody) => id)).toEqual(order.slice(0, 20));
    expect(faultsOf(await get(`${EVENTS}?type=meetup`))).toEqual(['type UNKNOWN_PARAMETER']);
  });
});
