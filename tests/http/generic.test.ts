import type { Operation } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, del, faultsOf, get, patch, post, send, type Who } from '../support/client';
import { completeBody, itemOf, keyOf, make, requiredBody } from '../support/factory';

/** Tests of every resource, derived from its declaration. */
describe.each(resources.map((resource) => ({ name: resource.name, resource })))('$name', ({ resource }) => {
  const item = (record: Record<string, unknown>) => itemOf(resource, record);
  const changing = (record: Record<string, unknown>) => itemOf(resource, record, 'update');
  const removing = (record: Record<string, unknown>) => itemOf(resource, record, 'remove');
  const isRemovable = resource.operations.includes('remove');
  const required = Object.keys(resource.fields).filter((name) => resource.fields[name]?.isRequired);
  const shown = (shape: typeof resource.row) =>
    shape.flatMap((part) => (typeof part === 'string' ? part.split(' ') : Object.keys(part)));

  it('is created with the least that it must have, and answered where it can be read again', async () => {
    const created = await post(resource.paths.create, await requiredBody(resource));
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
    const record = await make(resource.kind);
    const detail = await get(item(record));
    expect(Object.keys(detail.body)).toEqual(shown(resource.detail));
    const list = await get(`${resource.path}?all`);
    expect(Object.keys(list.body.rows[0])).toEqual(shown(resource.row));
    expect(list.body.totalRowCount).toBe(list.body.rows.length);
    expect('paging' in list.body).toBe(resource.paged);
    const full = await get(`${item(record)}?full`);
    expect(full.body).toMatchObject({ [resource.key.name]: keyOf(resource, record) });
    expect(full.body).toHaveProperty('create_date');
    expect(full.body).toHaveProperty('update_date');
  });

  it('keeps every field that it is given', async () => {
    const body = await completeBody(resource);
    const created = await post(resource.paths.create, body);
    expect([created.status, created.text]).toEqual([201, created.text]);
    expect(created.headers.get('ignored-fields')).toBeNull();
    for (const [name, value] of Object.entries(body)) {
      const isShown = shown(resource.detail).includes(name);
      const isPlain = typeof value !== 'object' || resource.fields[name]?.kind === 'jsonObject';
      if (isShown && isPlain && resource.fields[name]?.kind !== 'ref') expect(created.body[name]).toEqual(value);
    }
  });

  it('names every required field that is missing, at once', async () => {
    const answer = await post(resource.paths.create, {});
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(required.map((name) => `${name} REQUIRED`).sort());
    expect(answer.body).toMatchObject({ statusCode: 400, message: 'INVALID_INPUT' });
  });

  it('refuses null and, for text, emptiness in required fields', async () => {
    const record = await make(resource.kind);
    for (const name of required) {
      expect(faultsOf(await patch(changing(record), { [name]: null }))).toContain(`${name} REQUIRED`);
      if (resource.fields[name]?.kind === 'text')
        expect(faultsOf(await patch(changing(record), { [name]: '' }))).toEqual([`${name} REQUIRED`]);
    }
    expect((await get(item(record))).status).toBe(200);
  });

  it('names every field of a wrong type, at once, and changes nothing', async () => {
    const record = await make(resource.kind);
    const before = await get(item(record));
    const wrong = Object.fromEntries(
      Object.entries(resource.fields).map(([name, { kind }]) => [
        name,
        kind === 'jsonObject' ? 'wrong' : { wrong: true },
      ]),
    );
    const answer = await patch(changing(record), wrong);
    expect(answer.status).toBe(400);
    const paths = (answer.body.errors as { path: string }[]).map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(Object.keys(resource.fields)));
    expect((await get(item(record))).text).toBe(before.text);
  });

  it('accepts the record as GET gave it, and changes nothing', async () => {
    const record = await post(resource.paths.create, await completeBody(resource));
    const before = await get(item(record.body));
    const full = await get(`${item(record.body)}?full`);
    const answer = await patch(changing(record.body), full.body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    expect(answer.headers.get('ignored-fields')).toBeNull();
    expect((await get(item(record.body))).text).toBe(before.text);
    expect((await get(`${item(record.body)}?full`)).text).toBe(full.text);
  });

  it('names unknown fields, and refuses another identifier than that of the path', async () => {
    const record = await make(resource.kind);
    const answer = await patch(changing(record), { colour: 1, 顏色: 2 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ignored-fields')).toBe('colour, %E9%A1%8F%E8%89%B2');
    expect(faultsOf(await patch(changing(record), { id: keyOf(resource, record) + 1 }))).toContain('id MISMATCH');
    expect((await patch(changing(record), { id: keyOf(resource, record) })).status).toBe(200);
  });

  it('is tagged: 304 for what is known, 412 for what has changed', async () => {
    const record = await make(resource.kind);
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
    const record = await make(resource.kind);
    const answer = await del(removing(record));
    if (!isRemovable) {
      expect([answer.status, answer.body.message]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PATCH');
      expect((await get(item(record))).status).toBe(200);
      return;
    }
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const notFound of [await get(item(record)), await patch(changing(record), {}), await del(removing(record))]) {
      expect([notFound.status, notFound.body]).toEqual([404, { statusCode: 404, message: 'NOT_FOUND' }]);
    }
  });

  it.each(['-1', 'x', '1.5', '2147483648', '99999999999999999999', '%00', '1%2F2'])(
    'answers 404 for the identifier %s',
    async (id) => {
      expect((await get(`${resource.paths.read}/${id}`)).status).toBe(404);
    },
  );

  it('takes part in CORS, serves HEAD, and names the methods it has', async () => {
    const head = await send('HEAD', resource.path);
    expect([head.status, head.text]).toEqual([200, '']);
    const put = await send('PUT', resource.path, {});
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const preflight = await send('OPTIONS', resource.path, undefined, {
      as: 'public',
      headers: { origin: 'https://console.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('refuses parameters that it does not know, repeated ones and malformed pages', async () => {
    const answer = await get(`${resource.path}?nope=1&page=0&page=1`);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual(['nope UNKNOWN_PARAMETER', 'page DUPLICATE', 'page INVALID_VALUE']);
    expect((await get(`${resource.path}?page=x`)).status).toBe(400);
    expect((await get(`${resource.path}?page=-1`)).status).toBe(400);
  });

  it('takes an empty filter as none, and refuses a malformed one', async () => {
    for (const [name, filter] of Object.entries(resource.filters)) {
      expect((await get(`${resource.path}?${name}=`)).status).toBe(200);
      if (filter.schema.type === 'integer')
        expect(faultsOf(await get(`${resource.path}?${name}=x`))).toEqual([`${name} INVALID_TYPE`]);
      if (filter.schema.type === 'integer')
        expect((await get(`${resource.path}?${name}=99999999999`)).body.rows).toEqual([]);
    }
  });

  it('is for editors, except for what is public', async () => {
    const record = await make(resource.kind);
    const calls: [Operation, (as: Who) => Promise<Answer>][] = [
      ['list', (as) => get(resource.path, { as })],
      ['read', (as) => get(item(record), { as })],
      ['create', (as) => post(resource.paths.create, {}, { as })],
      ['update', (as) => patch(changing(record), {}, { as })],
      ['remove', (as) => del(removing(record), { as })],
    ];
    for (const [operation, ask] of calls.filter(([each]) => resource.operations.includes(each))) {
      const [stranger, citizen] = [await ask('public'), await ask('citizen')];
      if (resource.access[operation] === 'public') expect([stranger.status, citizen.status]).toEqual([200, 200]);
      else {
        expect(stranger.body).toEqual({ statusCode: 401, message: 'UNAUTHENTICATED' });
        expect(citizen.body).toEqual({ statusCode: 403, message: 'FORBIDDEN' });
      }
    }
    expect((await get(resource.path, { authorization: 'Bearer nonsense' })).status).toBe(401);
    expect((await get(item(record))).status).toBe(200);
  });
});
