import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { resources } from '../../../../../resources';
import { register } from '../resource/registry';
import { type Download, DownloadError, download } from './download';
import { sourcesOf } from './source';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin = '';
let answer: Answer = () => undefined;

beforeAll(async () => {
  register({ resources, views: [], endpoints: [] });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const CSV = 'id,name\n1,甲\n2,乙\n';

const send =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

async function textAt(path: string): Promise<string | undefined> {
  const found = await download(origin + path);
  return found && (await found.content.read(0, found.content.size)).toString();
}

/** The records of the one source at an address. */
async function recordsAt(path: string, resource?: string): Promise<{ label: string; values: unknown[] }> {
  const address = origin + path;
  const found = await download(address);
  if (!found) throw new Error('nothing was downloaded');
  const [source] = await sourcesOf([address], {
    ...(resource && { resource }),
    downloads: new Map([[address, found]]),
  });
  const values = [];
  for await (const { value } of source?.records() ?? []) values.push(value);
  return { label: source?.label.replace(origin, '') ?? '', values };
}

const failure = (address: string): Promise<Error> =>
  download(address).then(
    () => new Error('nothing'),
    (error) => error,
  );

describe('a download', () => {
  it('is the content at an address, also compressed on the way, or at the end of another one', async () => {
    answer = send(CSV);
    expect(await textAt('/rs_tags.csv')).toBe(CSV);
    answer = send(gzipSync(CSV), { 'content-encoding': 'gzip' });
    expect(await textAt('/rs_tags.csv')).toBe(CSV);
    answer = ({ url }, response) =>
      url === '/latest' ? response.writeHead(302, { location: '/7/rs_tags.csv' }).end() : response.end(CSV);
    expect(await textAt('/latest')).toBe(CSV);
  });

  it('is named after its address, without what may be a key', async () => {
    answer = send(gzipSync(CSV));
    const values = [
      { id: 1, name: '甲' },
      { id: 2, name: '乙' },
    ];
    expect(await recordsAt('/9/rs_tags.csv.gz')).toEqual({ label: '/9/rs_tags.csv.gz', values });
    expect(await recordsAt('/open.action?key=secret', 'rs_tags')).toEqual({ label: '/open.action?…', values });
    answer = send(gzipSync(CSV.repeat(100)));
    const address = `${origin}/rs_tags.csv.gz`;
    const downloads = new Map([[address, (await download(address)) as Download]]);
    await expect(sourcesOf([address], { downloads, mostUnpacked: 1 << 10 })).rejects.toThrow('larger than');
    answer = send(gzipSync(CSV).subarray(0, -12));
    await expect(recordsAt('/rs_tags.csv.gz')).rejects.toThrow('rs_tags.csv.gz: is a damaged or incomplete gzip file');
  });

  it('is nothing if its version is known, by what the server says or by its hash', async () => {
    const asked: unknown[] = [];
    answer = ({ headers }, response) => {
      asked.push([headers['if-none-match'], headers['if-modified-since']]);
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Tue, 24 Nov 2026 00:00:00 GMT' }).end(CSV);
    };
    const version = (await download(`${origin}/rs_tags.csv`))?.version;
    if (!version) throw new Error('nothing was downloaded');
    expect(version).toEqual({ etag: '"v1"', lastModified: 'Tue, 24 Nov 2026 00:00:00 GMT', hash: expect.any(String) });
    expect((await download(`${origin}/rs_tags.csv`, version))?.version).toEqual(version);
    expect(asked).toEqual([
      [undefined, undefined],
      ['"v1"', 'Tue, 24 Nov 2026 00:00:00 GMT'],
    ]);
    answer = send('', {}, 304);
    expect(await download(`${origin}/rs_tags.csv`, version)).toBeUndefined();
    answer = send('id,name\n1,丙\n', { etag: '"v2"' });
    expect((await download(`${origin}/rs_tags.csv`, version))?.version).toEqual({
      etag: '"v2"',
      hash: expect.not.stringContaining(version.hash),
    });
  });

  it.each([
    [404, false],
    [403, false],
    [304, false],
    [204, false],
    [429, true],
    [503, true],
  ])('fails with status %d, later perhaps not: %s', async (status, isTemporary) => {
    answer = send('', {}, status);
    const error = await failure(`${origin}/rs_tags.csv?key=secret`);
    expect(error.message).toMatch(new RegExp(`/rs_tags.csv\\?…: answers ${status}`));
    expect(error instanceof DownloadError).toBe(isTemporary);
  });

  it('fails as a whole if it breaks off, or cannot begin', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write(CSV, () => response.destroy());
    };
    const half = await failure(`${origin}/rs_tags.csv`);
    expect(half).toBeInstanceOf(DownloadError);
    expect(half.message).toMatch(/rs_tags\.csv: broke off: /);
    const nobody = await failure('http://127.0.0.1:1/rs_tags.csv');
    expect(nobody).toBeInstanceOf(DownloadError);
    expect(nobody.message).toMatch(/cannot be reached: /);
  });

  it.each([
    ['http://example.org/rs_tags.csv?key=a', 'http://example.org/rs_tags.csv?…: is not encrypted'],
    ['https://me:secret@example.org/rs_tags.csv', 'https://example.org/rs_tags.csv: holds a name or a password'],
    ['https://', 'https://: is not an address'],
  ])('is refused from %s', async (address, message) => {
    const error = await failure(address);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
    expect(error).not.toBeInstanceOf(DownloadError);
  });

  it('does not follow to where anybody on the way can change it, nor for ever', async () => {
    const asked: unknown[] = [];
    const { port } = new URL(origin);
    answer = ({ url }, response) => {
      asked.push(url);
      const location = url === '/latest' ? `http://[::ffff:127.0.0.1]:${port}/x.csv` : '/next';
      response.writeHead(302, { location }).end();
    };
    expect((await failure(`${origin}/latest`)).message).toMatch(/latest: leads to http:.*: is not encrypted/);
    expect(asked).toEqual(['/latest']);
    expect((await failure(`${origin}/next`)).message).toMatch(/without an end/);
    answer = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect((await failure(`${origin}/file`)).message).toMatch(/file: leads to /);
  });
});
