import { del, faultsOf, get, patch, post, send, sql } from '../support/client';
import { make, type RecordBody, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';

const TIMELINES = '/comp/timelines';

const rowOf = async ({ id }: RecordBody): Promise<RecordBody> => {
  const { rows } = (await get(TIMELINES, { as: 'public' })).body;
  return rows.find((row: RecordBody) => row.id === id);
};

/** Creates an editor and returns their identifier and credential. */
async function newEditor(): Promise<{ id: number; authorization: string }> {
  const body = { username: unique('u'), email: `${unique('m')}@example.org`, password: 'a long password' };
  const { jwt, user } = (await post('/api/auth/local/register', body, { as: 'public' })).body;
  const { roles } = (await send('GET', '/users-permissions/roles', undefined, { as: 'admin' })).body;
  const editor = roles.find(({ type }: RecordBody) => type === 'editor');
  const [row] = await sql('select document_id from up_users where id = $1', [user.id]);
  const change = { role: { connect: [{ id: editor.id }], disconnect: [] } };
  const { status } = await panel('PUT', 'plugin::users-permissions.user', `/${row?.document_id}`, change);
  expect(status).toBe(200);
  return { id: user.id, authorization: `Bearer ${jwt}` };
}

describe('a timeline', () => {
  it('has authors, tags and events in the detail, and editor and times in both', async () => {
    const [a, b, tag] = [await make('persona'), await make('persona'), await make('tag')];
    const event = await make('timeline-event', { data: { a: 1 } });
    const shown = { title: unique('兩年兩次'), description: '說明', data: { color: '#2a9d8f' } };
    const created = await post(TIMELINES, { ...shown, authors: [b.id, a.id], tags: [tag.id], events: [event.id] });
    const { id, editor, create_date, update_date } = created.body;
    const written = { editor, create_date, update_date };
    expect(created.body).toEqual({ id, ...shown, authors: [b.id, a.id], tags: [tag.id], events: [event], ...written });
    expect(Object.keys(created.body)).toEqual([
      ...['id', 'title', 'description', 'authors', 'tags', 'events', 'data'],
      ...['editor', 'create_date', 'update_date'],
    ]);
    expect(create_date).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(update_date >= create_date).toBe(true);
    expect(await rowOf(created.body)).toEqual({ id, ...shown, ...written });
    expect((await get(`${TIMELINES}/${id}`)).body).toEqual(created.body);
  });

  it('is listed for everybody, on one page by identifier; the rest is for editors', async () => {
    const made = [await make('timeline'), await make('timeline')];
    const { body } = await get(`${TIMELINES}?page=9`, { as: 'public' });
    expect(Object.keys(body)).toEqual(['rows', 'totalRowCount']);
    expect(body.rows.slice(-2).map(({ id }: RecordBody) => id)).toEqual(made.map(({ id }) => id));
    expect((await get(`${TIMELINES}/${made[0].id}`, { as: 'public' })).status).toBe(401);
    expect((await get(`${TIMELINES}/${made[0].id}`, { as: 'citizen' })).status).toBe(403);
    expect(faultsOf(await get(`${TIMELINES}?title=x`))).toEqual(['title UNKNOWN_PARAMETER']);
  });

  it('answers its events by date, of one date by identifier, and takes them back', async () => {
    const at = (date: number) => make('timeline-event', { date });
    const [late, twin, other, early] = [await at(3_000), await at(2_000), await at(2_000), await at(-1)];
    const timeline = await make('timeline', { events: [late.id, other.id, early.id, twin.id] });
    expect(timeline.events).toEqual([early, twin, other, late]);
    const path = `${TIMELINES}/${timeline.id}`;
    const same = await patch(path, { events: timeline.events });
    expect([same.status, same.body]).toEqual([200, timeline]);
    expect((await patch(path, { events: [{ id: late.id }, String(early.id)] })).body.events).toEqual([early, late]);
    await patch(`/console/comp/timeline_events/${early.id}`, { date: 4_000, title: '改' });
    const { events } = (await get(path)).body;
    expect(events.map(({ id, title }: RecordBody) => [id, title])).toEqual([
      [late.id, late.title],
      [early.id, '改'],
    ]);
    expect((await patch(path, { events: null })).body.events).toEqual([]);
  });

  it('refuses events, authors and tags that it does not know, or that come twice', async () => {
    const [persona, event] = [await make('persona'), await make('timeline-event')];
    const timeline = await make('timeline');
    const answer = await patch(`${TIMELINES}/${timeline.id}`, {
      authors: [persona.id, 2_147_483_647, { id: persona.id }],
      events: [event.id, 2_147_483_646, event, 'x'],
      tags: ['2147483645', ''],
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'authors[1] UNKNOWN_REFERENCE',
        'authors[2] DUPLICATE',
        'events[1] UNKNOWN_REFERENCE',
        'events[2] DUPLICATE',
        'events[3] INVALID_TYPE',
        'tags[0] UNKNOWN_REFERENCE',
        'tags[1] INVALID_VALUE',
      ],
    ]);
    expect((await get(`${TIMELINES}/${timeline.id}`)).body).toEqual(timeline);
  });

  it('makes tags of names that are new, and none when it is refused', async () => {
    const [known, name, unwanted] = [await make('tag'), unique('淨零'), unique('不要')];
    const timeline = await make('timeline', { tags: [` ${name} `, known.id, known.name] });
    const found = async (part: string) =>
      (await get(`/console/lab/rs_tags?name=${encodeURIComponent(part)}`)).body.rows;
    const [made] = await found(name);
    expect(made.name).toBe(name);
    expect(timeline.tags).toEqual([made.id, known.id]);
    expect((await patch(`${TIMELINES}/${timeline.id}`, { tags: [unwanted], authors: ['x'] })).status).toBe(400);
    expect(await found(unwanted)).toEqual([]);
    expect((await del(`/console/lab/rs_tags/${known.id}`)).status).toBe(204);
    expect((await get(`${TIMELINES}/${timeline.id}`)).body.tags).toEqual([made.id]);
  });

  it('takes its own identifier in a PATCH, as the specification has it, and no other', async () => {
    const timeline = await make('timeline');
    const path = `${TIMELINES}/${timeline.id}`;
    for (const id of [timeline.id, String(timeline.id)])
      expect((await patch(path, { id, title: '改' })).body.title).toBe('改');
    for (const id of [timeline.id + 1, 0, null, 'x'])
      expect(faultsOf(await patch(path, { id, title: '錯' }))).toEqual(['id MISMATCH']);
    expect((await patch(path, { title: '又' })).body.title).toBe('又');
    expect((await patch(path, { id: timeline.id })).headers.get('ignored-fields')).toBeNull();
    const created = await post(TIMELINES, { id: 5, title: 't', description: 'd', authors: [], tags: [] });
    expect(created.headers.get('ignored-fields')).toBe('id');
  });

  it('loses a deleted author', async () => {
    const [a, b] = [await make('persona'), await make('persona')];
    const timeline = await make('timeline', { authors: [a.id, b.id] });
    expect((await del(`/console/lab/personas/${a.id}`)).status).toBe(204);
    expect((await get(`${TIMELINES}/${timeline.id}`)).body.authors).toEqual([b.id]);
  });
});

describe('who wrote a timeline, and when', () => {
  it('is the user of the last change, shown in the public list too', async () => {
    const [first, second] = [await newEditor(), await newEditor()];
    const body = { title: unique(), description: 'd', authors: [], tags: [] };
    const created = (await post(TIMELINES, body, first)).body;
    expect(created.editor).toBe(first.id);
    expect(created.update_date).toBe(created.create_date);
    const path = `${TIMELINES}/${created.id}`;
    await sql("update timelines set created_at = '2001-02-03', updated_at = '2001-02-03' where number = $1", [
      created.id,
    ]);
    const changed = (await patch(path, { title: '改' }, second)).body;
    expect([changed.editor, changed.create_date]).toEqual([second.id, '2001-02-03T00:00:00.000Z']);
    expect(changed.update_date >= created.update_date).toBe(true);
    expect(await rowOf(created)).toMatchObject({ editor: second.id, update_date: changed.update_date });
    const unchanged = await patch(path, { ...changed, title: '改' }, first);
    expect([unchanged.status, unchanged.body]).toEqual([200, changed]);
  });

  it('is not what a body says: editor, create_date and update_date are the service’s own', async () => {
    const [editor, other] = [await newEditor(), await newEditor()];
    const claimed = { editor: other.id, create_date: '2001-01-01T00:00:00.000Z', update_date: 0 };
    const body = { title: unique(), description: 'd', authors: [], tags: [], ...claimed };
    const created = await post(TIMELINES, body, editor);
    expect(created.headers.get('ignored-fields')).toBe('editor, create_date, update_date');
    expect(created.body).toMatchObject({ editor: editor.id });
    expect(created.body.create_date > '2020').toBe(true);
    const changed = await patch(`${TIMELINES}/${created.body.id}`, { ...claimed, title: '改' }, editor);
    expect(changed.body).toMatchObject({ editor: editor.id, create_date: created.body.create_date });
  });

  it('is nobody after a change in the panel, or once the account is deleted', async () => {
    const editor = await newEditor();
    const body = { title: unique(), description: 'd', authors: [], tags: [] };
    const [inPanel, ofDeleted] = [await post(TIMELINES, body, editor), await post(TIMELINES, body, editor)];
    const saved = await panel('PUT', 'api::timeline.timeline', `/${await documentOf('timelines', inPanel.body.id)}`, {
      title: '改',
      editor: { connect: [{ id: editor.id }], disconnect: [] },
    });
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect((await get(`${TIMELINES}/${inPanel.body.id}`)).body).toMatchObject({ title: '改', editor: null });
    const [row] = await sql('select document_id from up_users where id = $1', [editor.id]);
    expect((await panel('DELETE', 'plugin::users-permissions.user', `/${row?.document_id}`)).status).toBe(200);
    expect(await rowOf(ofDeleted.body)).toMatchObject({ editor: null, update_date: ofDeleted.body.update_date });
  });

  it('is nobody for a program', async () => {
    const token = { name: unique('token'), description: '', lifespan: null, type: 'full-access', permissions: null };
    const { accessKey } = (await send('POST', '/admin/api-tokens', token, { as: 'admin' })).body.data;
    const body = { title: unique(), description: 'd', authors: [], tags: [] };
    const created = await post(TIMELINES, body, { authorization: `Bearer ${accessKey}` });
    expect([created.status, created.body.editor]).toEqual([201, null]);
  });
});
