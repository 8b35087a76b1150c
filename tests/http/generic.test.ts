import type { Operation } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, del, faultsOf, get, patch, post, send, type Who } from '../support/client';
import { completeBody, itemOf, keyOf, make, requiredBody } from '../support/factory';

/** Tests of every resource, derived from its declaration. */
describe.each(resources.map((of) => ({ name: of.name, of })))('$name', ({ of }) => {
  const item = (record: Record<string, unknown>) => itemOf(of, record);
  const changing = (record: Record<string, unknown>) => itemOf(of, record, 'update');
  const removing = (record: Record<string, unknown>) => itemOf(of, record, 'remove');
  const isRemovable = of.operations.includes('remove');
  const required = Object.keys(of.fields).filter((name) => of.fields[name]?.isRequired);
  const shown = (shape: typeof of.row) =>
    shape.flatMap((part) => (typeof part === 'string' ? part.split(' ') : Object.keys(part)));

  it('is created with the least that it must have, and answered where it can be read again', async () => {
    const created = await post(of.paths.create, await requiredBody(of));
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(item(created.body));
    expect(created.headers.get('ignored-fields')).toBeNull();
    const read = await get(item(created.body));
    expect(read.status).toBe(200);
    expect(created.body).toMatchObject(read.body);
    const named = { 'if-none-match': created.headers.get('etag') ?? '' };
    expect((await get(item(created.body), { headers: named })).status).toBe(304);
  });

  it('answers details and rows with exactly the fields of their shapes, in order', async () => {
    const record = await make(of.kind);
    const detail = await get(item(record));
    expect(Object.keys(detail.body)).toEqual(shown(of.detail));
    const list = await get(`${of.path}?all`);
    expect(Object.keys(list.body.rows[0])).toEqual(shown(of.row));
    expect(list.body.totalRowCount).toBe(list.body.rows.length);
    expect('paging' in list.body).toBe(of.paged);
    const full = await get(`${item(record)}?full`);
    expect(full.body).toMatchObject({ [of.key.name]: keyOf(of, record) });
    expect(full.body).toHaveProperty('create_date');
    expect(full.body).toHaveProperty('update_date');
  });

  it('keeps every field that it is given', async () => {
    const body = await completeBody(of);
    const created = await post(of.paths.create, body);
    expect([created.status, created.text]).toEqual([201, created.text]);
    expect(created.headers.get('ignored-fields')).toBeNull();
    for (const [name, value] of Object.entries(body)) {
      const isShown = shown(of.detail).includes(name);
      const isPlain = typeof value !== 'object' || of.fields[name]?.kind === 'jsonObject';
      if (isShown && isPlain && of.fields[name]?.kind !== 'ref') expect(created.body[name]).toEqual(value);
    }
  });

  it('names every required field that is missing, at once', async () => {
    const answer = await post(of.paths.create, {});
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(required.map((name) => `${name} REQUIRED`).sort());
    expect(answer.body).toMatchObject({ statusCode: 400, message: 'INVALID_INPUT' });
  });

  it('refuses null and, for text, emptiness in required fields', async () => {
    const record = await make(of.kind);
    for (const name of required) {
      expect(faultsOf(await patch(changing(record), { [name]: null }))).toContain(`${name} REQUIRED`);
      if (of.fields[name]?.kind === 'text')
        expect(faultsOf(await patch(changing(record), { [name]: '' }))).toEqual([`${name} REQUIRED`]);
    }
    expect((await get(item(record))).status).toBe(200);
  });

  it('names every field of a wrong type, at once, and changes nothing', async () => {
    const record = await make(of.kind);
    const before = await get(item(record));
    const wrong = Object.fromEntries(
      Object.entries(of.fields).map(([name, { kind }]) => [name, kind === 'jsonObject' ? 'wrong' : { wrong: true }]),
    );
    const answer = await patch(changing(record), wrong);
    expect(answer.status).toBe(400);
    const paths = (answer.body.errors as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(Object.keys(of.fields)));
    expect((await get(item(record))).text).toBe(before.text);
  });

  it('accepts the record as GET gave it, and changes nothing', async () => {
    const record = await post(of.paths.create, await completeBody(of));
    const before = await get(item(record.body));
    const full = await get(`${item(record.body)}?full`);
    const answer = await patch(changing(record.body), full.body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(answer.headers.get('ignored-fields')).toBeNull();
    expect((await get(item(record.body))).text).toBe(before.text);
    expect((await get(`${item(record.body)}?full`)).text).toBe(full.text);
  });

  it('names unknown fields, and refuses another identifier than that of the path', async () => {
    const record = await make(of.kind);
    const answer = await patch(changing(record), { colour: 1, 顏色: 2 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-fields')).toBe('colour, %E9%A1%8F%E8%89%B2');
    expect(faultsOf(await patch(changing(record), { id: keyOf(of, record) + 1 }))).toContain('id MISMATCH');
    expect((await patch(changing(record), { id: keyOf(of, record) })).status).toBe(200);
  });

  it('is tagged: 304 for what is known, 412 for what has changed', async () => {
    const record = await make(of.kind);
    const read = await get(item(record));
    const etag = read.headers.get('etag') ?? '';
    const again = await get(item(record), { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, again.text]).toEqual([304, '']);
    const stale = { headers: { 'if-match': '"stale"' } };
    expect((await patch(changing(record), {}, stale)).status).toBe(412);
    if (isRemovable)
      expect((await del(removing(record), stale)).body).toEqual({ statusCode: 412, message: 'PRECONDITION_FAILED' });
    const full = await get(`${item(record)}?full`);
    expect(
      (await patch(changing(record), {}, { headers: { 'if-match': full.headers.get('etag') ?? '' } })).status,
    ).toBe(200);
    if (isRemovable) expect((await del(removing(record), { headers: { 'if-match': etag } })).status).toBe(204);
  });

  it('is deleted with an empty answer, and is gone; or is never deleted', async () => {
    const record = await make(of.kind);
    const answer = await del(removing(record));
    if (!isRemovable) {
      expect([answer.status, answer.body.message]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
      expect((await get(item(record))).status).toBe(200);
      return;
    }
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const gone of [await get(item(record)), await patch(changing(record), {}), await del(removing(record))]) {
      expect([gone.status, gone.body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    }
  });

  it.each(['-1', 'x', '1.5', '2147483648', '99999999999999999999', '%00', '1%2F2'])(
    'answers 404 for the identifier %s',
    async (id) => {
      expect((await get(`${of.paths.read}/${id}`)).status).toBe(404);
    },
  );

  it('takes part in CORS, serves HEAD, and names the methods it has', async () => {
    const head = await send('HEAD', of.path);
    expect([head.status, head.text]).toEqual([200, '']);
    const put = await send('PUT', of.path, {});
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const preflight = await send('OPTIONS', of.path, undefined, {
      as: 'public',
      headers: { origin: 'https://console.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('refuses parameters that it does not know, repeated ones and malformed pages', async () => {
    const answer = await get(`${of.path}?nope=1&page=0&page=1`);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(['nope UNKNOWN_PARAMETER', 'page DUPLICATE', 'page INVALID_VALUE']);
    expect((await get(`${of.path}?page=x`)).status).toBe(400);
    expect((await get(`${of.path}?page=-1`)).status).toBe(400);
  });

  it('takes an empty filter as none, and refuses a malformed one', async () => {
    for (const [name, filter] of Object.entries(of.filters)) {
      expect((await get(`${of.path}?${name}=`)).status).toBe(200);
      if (filter.schema.type === 'integer')
        expect(faultsOf(await get(`${of.path}?${name}=x`))).toEqual([`${name} INVALID_TYPE`]);
      if (filter.schema.type === 'integer') expect((await get(`${of.path}?${name}=99999999999`)).body.rows).toEqual([]);
    }
  });

  it('is for editors, except for what is public', async () => {
    const record = await make(of.kind);
    const asked: [Operation, (as: Who) => Promise<Answer>][] = [
      ['list', (as) => get(of.path, { as })],
      ['read', (as) => get(item(record), { as })],
      ['create', (as) => post(of.paths.create, {}, { as })],
      ['update', (as) => patch(changing(record), {}, { as })],
      ['remove', (as) => del(removing(record), { as })],
    ];
    for (const [operation, ask] of asked.filter(([each]) => of.operations.includes(each))) {
      const [stranger, citizen] = [await ask('public'), await ask('citizen')];
      if (of.access[operation] === 'public') expect([stranger.status, citizen.status]).toEqual([200, 200]);
      else {
        expect(stranger.body).toEqual({ statusCode: 401, message: 'UNAUTHENTICATED' });
        expect(citizen.body).toEqual({ statusCode: 403, message: 'FORBIDDEN' });
      }
    }
    expect((await get(of.path, { authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await get(item(record))).status).toBe(200);
  });
});
