import { resources } from '../../src/resources';
import { register } from '../support/citizen';
import { del, faultsOf, get, patch, post, sql, traffic } from '../support/client';
import { itemOf, keyOf, make, unique } from '../support/factory';

const TAGS = '/console/lab/rs_tags';
const BILLS = '/console/lab/rs_bills';

const historyOf = async (path: string) => (await get(`${path}/history`)).body.rows;

/** Creates a tag and gives it further names; returns its path. */
async function renamedTag(names: string[]): Promise<string> {
  const { id } = await make('tag', { name: names[0] });
  for (const name of names.slice(1)) await patch(`${TAGS}/${id}`, { name });
  return `${TAGS}/${id}`;
}

describe('the history of a record', () => {
  it('names who changed which fields, the latest first', async () => {
    const [first, second] = [unique(), unique()];
    const tag = await renamedTag([first, second]);
    const rows = await historyOf(tag);
    expect(rows).toEqual([
      expect.objectContaining({
        action: 'change',
        kind: 'write',
        door: 'api',
        fields: ['name'],
        note: null,
        batch: null,
      }),
      expect.objectContaining({ action: 'create', kind: 'write', door: 'api', fields: [] }),
    ]);
    expect(rows[0].by).toEqual({ kind: 'user', id: expect.any(Number), name: 'editor' });
    expect(rows[0].request).toMatch(/./);
    expect(rows[0].at).toBeGreaterThanOrEqual(rows[1].at);
    const detail = (await get(`${tag}/history/${rows[0].change}`)).body;
    expect(detail).toMatchObject({ before: { name: first }, after: { name: second } });
    expect((await get(`${tag}/history/${rows[1].change}`)).body).toMatchObject({ before: null, after: null });
  });

  it('is read in pages', async () => {
    const names = Array.from({ length: 53 }, () => unique());
    const tag = await renamedTag(names);
    const { rows, next } = (await get(`${tag}/history`)).body;
    expect(rows).toHaveLength(50);
    const rest = (await get(`${tag}/history?before=${next}`)).body;
    expect(rest).toMatchObject({
      rows: [expect.anything(), expect.anything(), expect.anything()],
      next: null,
      found_at: null,
    });
    expect(rest.rows.at(-1).action).toBe('create');
    expect((await get(`${tag}/history?before=1`)).body).toMatchObject({ rows: [], next: null });
  });

  it('stays when the record is deleted', async () => {
    const name = unique();
    const tag = await renamedTag([name]);
    await del(tag);
    const [removal] = await historyOf(tag);
    expect(removal).toMatchObject({ action: 'remove', fields: [] });
    expect((await get(`${tag}/history/${removal.change}`)).body).toMatchObject({ before: { name }, after: null });
    expect((await get(tag)).status).toBe(404);
  });

  it('begins with what was there before, and knows nothing earlier', async () => {
    const { id } = await make('tag');
    const tag = `${TAGS}/${id}`;
    // As on a database that an earlier version filled.
    const [{ id: foundIn, at: foundAt } = {}] = await sql(
      `insert into rostra_changes (id, kind, door, actor, tx) values (nextval('rostra_change_ids'), 'found', 'system', '{}', pg_current_xact_id()) returning id::int, at`,
    );
    await sql(`delete from rostra_revisions where resource = 'rs_tags' and number = $1`, [id]);
    await sql(`update rostra_records set change = $1, found = $1 where resource = 'rs_tags' and number = $2`, [
      foundIn,
      id,
    ]);
    const at = (foundAt as Date).getTime();
    expect((await get(`${tag}/history`)).body).toEqual({ rows: [], next: null, found_at: at });
    expect((await get(`${tag}?at=${at - 60_000}`)).status).toBe(404);
    expect((await get(`${tag}?change=${(foundIn as number) - 1}`)).status).toBe(404);
    for (const query of [`change=${foundIn}`, `at=${at}`])
      expect([query, (await get(`${tag}?${query}`)).body.id]).toEqual([query, id]);
    await patch(tag, { name: unique() });
    expect((await get(`${tag}/history`)).body).toMatchObject({ rows: [{ action: 'change' }], found_at: at });
  });

  it.each(resources.filter(({ operations }) => operations.includes('read')).map(({ name }) => name))(
    '%s: has a history',
    async (name) => {
      const resource = resources.find((each) => each.name === name);
      if (!resource) throw new Error(name);
      const record = await make(resource.kind);
      expect(await historyOf(itemOf(resource, record))).toEqual([expect.objectContaining({ action: 'create' })]);
      const [{ change }] = await historyOf(itemOf(resource, record));
      const past = await get(`${itemOf(resource, record)}?change=${change}`);
      expect([past.status, past.body[resource.key.name]]).toEqual([200, keyOf(resource, record)]);
      const path = itemOf(resource, record);
      expect((await get(`${path}/history/${change}`)).body).toMatchObject({ change, before: null, after: null });
      const restored = await post(`${path}/restore`, { change });
      expect([restored.status, restored.body.count]).toEqual([200, 0]);
    },
  );

  it('is for those who may read it', async () => {
    const tag = await renamedTag([unique()]);
    const [{ change }] = await historyOf(tag);
    const { authorization } = await register();
    for (const path of [`${tag}/history`, `${tag}/history/${change}`, `${tag}?change=${change}`]) {
      expect([path, (await get(path, { as: 'public' })).status]).toEqual([path, 401]);
      expect([path, (await get(path, { authorization })).status]).toEqual([path, 403]);
    }
  });

  it('does not exist for unknown records and changes, nor for addresses', async () => {
    const tag = await renamedTag([unique()]);
    const other = await renamedTag([unique()]);
    const [{ change }] = await historyOf(other);
    for (const path of [
      `${TAGS}/999999999/history`,
      `${TAGS}/x/history`,
      `${tag}/history/${change}`,
      `${tag}/history/x`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get(`${tag}/history?before=x`)).status).toBe(400);
  });
});

describe('a record as it was', () => {
  it('is answered for a change, and for a time', async () => {
    const names = [unique(), unique(), unique()];
    const tag = await renamedTag(names);
    const changes = (await historyOf(tag)).reverse();
    for (const [index, { change, at }] of changes.entries()) {
      expect((await get(`${tag}?change=${change}`)).body.name).toBe(names[index]);
      const last = changes.findLastIndex((each: { at: number }) => each.at === at);
      expect((await get(`${tag}?at=${at}`)).body.name).toBe(names[last]);
    }
    await sql(`update rostra_changes set at = at - interval '1 day' where id = $1`, [changes[0].change]);
    const yesterday = new Date(changes[0].at - 3_600_000).toISOString();
    expect((await get(`${tag}?at=${yesterday}`)).body).toEqual(expect.objectContaining({ name: names[0] }));
    expect((await get(`${tag}?at=2020-01-01`)).status).toBe(404);
    expect((await get(`${tag}?change=${changes[0].change - 1}`)).status).toBe(404);
  });

  it('has at a time that history shows what was changed then, also twice in one millisecond', async () => {
    const names = [unique(), unique(), unique()];
    const tag = await renamedTag(names);
    const [last, middle, first] = await historyOf(tag);
    const time = last.at - 3_600_000;
    const times = [first, middle, last].map(({ change }, index) => [
      change,
      time * 1000 + ([-1, 100, 900][index] ?? 0),
    ]);
    for (const [change, microseconds] of times)
      await sql(
        `update rostra_changes set at = 'epoch'::timestamptz + $2::bigint * interval '1 microsecond' where id = $1`,
        [change, microseconds],
      );
    expect((await historyOf(tag)).map(({ at }: { at: number }) => at)).toEqual([time, time, time - 1]);
    for (const [at, name] of [
      [time, names[2]],
      [time - 1, names[0]],
    ])
      expect([at, (await get(`${tag}?at=${at}`)).body.name]).toEqual([at, name]);
  });

  it('is as a body that restores it: a PATCH with it brings back every field', async () => {
    const [tag, rep] = [await make('tag'), await make('rep')];
    const bill = await make('bill', { tags: [tag.id], sponsors: [rep.id], content: unique() });
    const item = `${BILLS}/${bill.id}`;
    const before = await get(item);
    await patch(item, { tags: [], sponsors: [], content: unique() });
    const changes = await historyOf(item);
    const past = await get(`${item}?change=${changes.at(-1).change}`);
    expect((await patch(item, past.body)).status).toBe(200);
    expect((await get(item)).text).toBe(before.text);
  });

  it('is answered after it was deleted and made again', async () => {
    const name = unique();
    const tag = await renamedTag([name]);
    const [{ change }] = await historyOf(tag);
    await del(tag);
    expect((await get(`${tag}?change=${change}`)).body.name).toBe(name);
    const [removal] = await historyOf(tag);
    expect((await get(`${tag}?change=${removal.change}`)).status).toBe(404);
  });

  it('needs one moment', async () => {
    const tag = await renamedTag([unique()]);
    expect(faultsOf(await get(`${tag}?at=x`))).toEqual(['at INVALID_VALUE']);
    expect(faultsOf(await get(`${tag}?change=x`))).toEqual(['change INVALID_TYPE']);
    expect(faultsOf(await get(`${tag}?at=2020-01-01&change=1`))).toEqual(['change MISMATCH']);
    expect(faultsOf(await get(`${tag}?at=`))).toEqual(['at REQUIRED']);
    expect(faultsOf(await get(`${tag}?at=2020-01-01&full`))).toEqual(['full UNKNOWN_PARAMETER']);
  });

  it('costs one statement, however often it has changed', async () => {
    const few = await renamedTag([unique(), unique()]);
    const many = await renamedTag(Array.from({ length: 20 }, () => unique()));
    for (const tag of [few, many])
      expect((await traffic(() => get(`${tag}?at=${Date.now()}`), { atMost: 1 })).statements).toBe(1);
  });
});

describe('all changes', () => {
  const follow = async (since: string, query = '') => {
    const rows: Record<string, unknown>[] = [];
    for (let next = since; ; ) {
      const { body } = await get(`/console/changes?since=${next}&limit=7${query}`);
      rows.push(...body.rows);
      if (body.rows.length === 0) return { rows, next };
      next = body.next;
    }
  };

  it('are read in the order of commits, without gaps, in pages that may end within a change', async () => {
    const { next: start } = await follow('0');
    const tag = await make('tag');
    const bills = await Promise.all(Array.from({ length: 10 }, () => make('bill', { tags: [tag.id] })));
    await del(`${TAGS}/${tag.id}`);
    const { rows } = await follow(start, '&resource=rs_bills,rs_tags');
    const wanted = [
      ['rs_tags', tag.id, 'create'],
      ...bills.map(({ id }) => ['rs_bills', id, 'create']),
      ...bills.map(({ id }) => ['rs_bills', id, 'change']),
      ['rs_tags', tag.id, 'remove'],
    ];
    expect(rows.map(({ resource, id, action }) => [resource, id, action]).sort()).toEqual(wanted.sort());
    const positions = rows.map(({ position }) => position as number);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(new Set(positions).size).toBe(12);
    expect(rows.at(-1)).toMatchObject({ action: 'remove', resource: 'rs_tags', by: { name: 'editor' }, door: 'api' });
  });

  it('need not be read again by who may not see them', async () => {
    await make('tag');
    const { rows, next } = (await get('/console/changes?resource=park_events&limit=1000')).body;
    expect(rows.length).toBeLessThan(1000);
    const [last] = await sql('select max(position)::int as position from rostra_changes');
    expect(Number(next)).toBe(last?.position);
  });

  it('never hold addresses, and only what the sender may read', async () => {
    const { authorization } = await register();
    expect((await get('/console/changes', { authorization })).status).toBe(403);
    expect((await get('/console/changes', { as: 'public' })).status).toBe(401);
    const { rows } = await follow('0');
    expect(rows.filter(({ resource }) => resource === 'citizen_emails')).toEqual([]);
    expect(faultsOf(await get('/console/changes?resource=citizen_emails'))).toEqual(['resource INVALID_VALUE']);
  });

  it('refuse what is no cursor, limit or resource', async () => {
    for (const query of [
      'since=x',
      // A time is none.
      'since=1795858107796',
      'since=1.rs_bills',
      'since=1.rs_bills.9999999999',
      'limit=0',
      'limit=1001',
      'resource=bills',
    ])
      expect([query, (await get(`/console/changes?${query}`)).status]).toEqual([query, 400]);
    expect((await get('/console/changes?limit=x')).status).toBe(400);
  });
});

describe('deleted records', () => {
  it('are listed, the latest first, until they are there again', async () => {
    const tags = [await make('tag'), await make('tag'), await make('tag')];
    for (const { id } of tags) await del(`${TAGS}/${id}`);
    const page = (await get('/console/deleted?resource=rs_tags&limit=2')).body;
    expect(page.rows.map(({ id }: { id: number }) => id)).toEqual([tags[2].id, tags[1].id]);
    const more = (await get(`/console/deleted?resource=rs_tags&limit=2&before=${page.next}`)).body;
    expect(more.rows[0].id).toBe(tags[0].id);
    expect(page.rows[0]).toMatchObject({ resource: 'rs_tags', door: 'api', by: { name: 'editor' } });
    expect((await post('/console/deleted', {})).status).toBe(405);
    expect((await get('/console/deleted?before=x')).status).toBe(400);
  });
});
