import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { plain, raw } from '../support/raw';

describe('the files of the panel', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('come as %s', async (form, decompress) => {
    const page = (await raw('/admin/', plain())).body.toString();
    const script = /src="(\/admin\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    const whole = await raw(script, plain());
    const small = await raw(script, { 'accept-encoding': form });
    expect(small.headers).toMatchObject({
      'content-encoding': form,
      'content-type': whole.headers['content-type'],
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(whole.headers.vary).toContain('Accept-Encoding');
    expect(decompress(small.body).equals(whole.body)).toBe(true);
    expect(small.body.length).toBeLessThan(whole.body.length / 2);
  });
});
