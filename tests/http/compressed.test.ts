import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { patch, post } from '../support/client';
import { make, unique } from '../support/factory';
import { plain, raw } from '../support/raw';

describe('compressed forms', () => {
  beforeAll(async () => {
    for (let each = 0; each < 80; each += 1) await make('tag', { name: unique('一個很長的標籤名稱') });
  });

  const forms = [
    { form: 'gzip', open: gunzipSync },
    { form: 'br', open: brotliDecompressSync },
  ];

  it.each(forms)('$form is the same answer, with a tag of its own', async ({ form, open }) => {
    const path = '/console/lab/rs_tags?all';
    const whole = await raw(path, plain());
    const headers = { 'accept-encoding': form };
    const small = await raw(path, headers);
    expect(small.headers).toMatchObject({ 'content-encoding': form, vary: expect.stringContaining('Accept-Encoding') });
    expect(small.body.length).toBeLessThan(whole.body.length / 2);
    expect(open(small.body).equals(whole.body)).toBe(true);
    const [tag, other] = [small.headers.etag as string, whole.headers.etag as string];
    expect(tag).not.toBe(other);
    for (const each of [tag, other, `W/${tag}`]) {
      const again = await raw(path, { ...headers, 'if-none-match': each });
      expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
    }
    const foreign = { 'if-none-match': `"another.one~${form}"` };
    expect((await raw(path, { ...headers, ...foreign })).status).toBe(200);
  });

  it('only where they are asked for, and worth it', async () => {
    const path = '/console/lab/rs_tags?all';
    for (const accepted of ['identity', 'deflate', 'gzip;q=0', 'identity;q=1, gzip;q=0.5']) {
      expect((await raw(path, { 'accept-encoding': accepted })).headers['content-encoding']).toBeUndefined();
    }
    expect((await raw(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect((await raw(path, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('br');
    const tag = await make('tag');
    const small = await raw(`/console/lab/rs_tags/${tag.id}`, { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('a change may be made with the tag of a compressed form', async () => {
    const doc = await make('doc', { content: '內文'.repeat(2_000) });
    const path = `/console/lab/docs/${doc.id}`;
    const { headers } = await raw(path, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    const named = { headers: { 'if-match': headers.etag as string } };
    const title = unique('題');
    expect((await patch(path, { title }, named)).status).toBe(200);
    expect((await patch(path, { title: unique('題') }, named)).status).toBe(412);
  });

  it('errors and refusals are readable, too', async () => {
    const faulty = await post('/console/lab/rs_bills', { act_features: Array.from({ length: 60 }, () => ({})) });
    expect(faulty.status).toBe(400);
    expect(faulty.body.errors.length).toBeGreaterThan(50);
  });
});
