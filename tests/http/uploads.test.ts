import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { send, testService } from '../support/client';
import { unique } from '../support/factory';
import { credentialOf, sendExact } from '../support/send-exact';
import { root } from '../support/service';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const WAV = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'), Buffer.alloc(64)]);
const CSV = Buffer.from('\ufeff姓名,票數\n王小明,3\n');
const BIG5_CSV = Buffer.from([0xa4, 0x70, 0x2c, 0x31, 0x0d, 0x0a]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><script>fetch("/admin/access-token",{method:"POST"})</script>';

interface UploadedFile {
  id: number;
  name: string;
  ext: string;
  mime: string;
  url: string;
}

const made: string[] = [];
afterAll(() => Promise.all(made.map((url) => rm(path.join(root, 'public', url), { force: true }))));

/** Uploads a file, by default through the panel's route. */
async function upload(
  name: string,
  content: Buffer | string,
  { to = '/upload', who = 'panelEditor', type = 'application/octet-stream', info }: Options = {},
): Promise<{ status: number; text: string; files: UploadedFile[] }> {
  const form = new FormData();
  form.append('files', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  if (info) form.append('fileInfo', JSON.stringify(info));
  const answer = await fetch(`${testService.url}${to}`, { method: 'POST', headers: credentialOf(who), body: form });
  const text = await answer.text();
  const files = answer.ok ? ([JSON.parse(text)].flat() as UploadedFile[]) : [];
  made.push(...files.map(({ url }) => url));
  return { status: answer.status, text, files };
}

interface Options {
  to?: string;
  who?: keyof typeof testService.tokens;
  type?: string;
  info?: object;
}

const namesBoth = expect.stringMatching(/未上傳[\s\S]*Not uploaded/);

describe('a file is taken by its content', () => {
  it.each([
    ['a.png', PNG, 'image/png', '.png'],
    ['a.gif', GIF, 'image/gif', '.gif'],
    ['a.pdf', PDF, 'application/pdf', '.pdf'],
    ['a.csv', CSV, 'text/csv', '.csv'],
    ['大五碼.csv', BIG5_CSV, 'text/csv', '.csv'],
    ['a.wav', WAV, 'audio/wav', '.wav'],
  ])('%s', async (name, content, mime, ext) => {
    for (const to of ['/upload', '/upload/files']) {
      const { status, files } = await upload(name, content, { to });
      expect([status, files[0]?.mime, files[0]?.ext]).toEqual([201, mime, ext]);
    }
  });

  it.each([
    ['x.html', PNG],
    ['x.svg', PNG],
    ['x.jpg', PNG],
    ['x', PNG],
    ['x.png.html', PNG],
  ])('and gets its extension, not that of its name: %s', async (name, content) => {
    const { status, files } = await upload(name, content, { type: 'text/html', info: { name } });
    expect([status, files[0]?.ext, files[0]?.mime]).toEqual([201, '.png', 'image/png']);
    expect([files[0]?.name, files[0]?.url]).toEqual([expect.stringMatching(/\.png$/), expect.stringMatching(/\.png$/)]);
  });

  it.each([
    ['x.html', HTML, 'text/html'],
    ['x.svg', SVG, 'image/svg+xml'],
    ['x.xhtml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>`, 'application/xhtml+xml'],
    ['x.js', 'alert(1)', 'text/javascript'],
    ['x.png', HTML, 'image/png'],
    ['x.png', SVG, 'image/png'],
    ['x.pdf', HTML, 'application/pdf'],
    ['x.csv', HTML, 'text/csv'],
    ['x.csv', SVG, 'text/csv'],
    ['x.csv', `\ufeff \n${HTML}`, 'text/csv'],
    ['x.csv', `a,b\n1,${SVG}\n`, 'text/csv'],
    ['x.csv', `${'a,b\n'.repeat(30_000)}<script>alert(1)</script>`, 'text/csv'],
    // The tag spans two chunks of 64 KiB.
    ['x.csv', `${'a,b\n'.repeat(16_383)}a,<script>alert(1)</script>`, 'text/csv'],
    ['x.csv', '#!/bin/sh\nrm -rf /', 'text/csv'],
    ['x.csv', 'a\0b', 'text/csv'],
    ['x.txt', 'plain', 'text/plain'],
    ['x.zip', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), 'application/zip'],
    ['x.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'application/octet-stream'],
  ])('refused in both languages: %s (%#)', async (name, content, type) => {
    for (const to of ['/upload', '/upload/files']) {
      const { status, text } = await upload(name, content, { type, to });
      expect([status, text]).toEqual([400, namesBoth]);
    }
  });

  it('through the API likewise', async () => {
    await grantUploads();
    expect((await upload('x.html', HTML, { to: '/api/upload', who: 'editor' })).text).toEqual(namesBoth);
    const { status, files } = await upload('x.html', PNG, { to: '/api/upload', who: 'editor' });
    expect([status, files[0]?.ext]).toEqual([201, '.png']);
    const replaced = await upload('y.png', HTML, { to: `/api/upload?id=${files[0]?.id}`, who: 'editor' });
    expect(replaced.status).toBe(400);
  });

  it('also when it replaces another one, which keeps its address', async () => {
    const { files } = await upload('a.png', PNG);
    const { id, url } = files[0] as UploadedFile;
    for (const to of [`/upload?id=${id}`, `/upload/files/${id}/replace`]) {
      expect((await upload('b.png', HTML, { to, info: { name: 'b.png' } })).status).toBe(400);
      const other = await upload('b.gif', GIF, { to, info: { name: 'b.gif' } });
      expect([other.status, other.text]).toEqual([400, expect.stringMatching(/未取代[\s\S]*Not replaced/)]);
      const same = await upload('b.html', PNG, { to, info: { name: 'b.html' } });
      expect([same.status, same.files[0]?.url, same.files[0]?.ext]).toEqual([200, url, '.png']);
    }
  });

  it('whose new name cannot change what it is', async () => {
    const { files } = await upload('a.png', PNG);
    const { id, url } = files[0] as UploadedFile;
    const renamed = await send(
      'PUT',
      `/upload/files/${id}`,
      { fileInfo: { name: 'page.html', ext: '.html', mime: 'text/html' } },
      { as: 'admin' },
    );
    if (renamed.status === 200)
      expect([renamed.body.ext, renamed.body.mime, renamed.body.url]).toEqual(['.png', 'image/png', url]);
    else expect(renamed.status).toBe(400);
    for (const name of ['x'.repeat(300), '../../x.png', 'a\\b.png']) {
      const answer = await send('PUT', `/upload/files/${id}`, { fileInfo: { name } }, { as: 'admin' });
      expect([name, answer.status]).toEqual([name, 400]);
      expect((await upload('a.png', PNG, { info: { name } })).status).toBe(400);
    }
  });
});

describe('a logo of the panel', () => {
  const put = async (name: string, content: Buffer | string, type: string, part = 'menuLogo') => {
    const form = new FormData();
    form.append(part, new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
    const answer = await fetch(`${testService.url}/admin/project-settings`, {
      method: 'POST',
      headers: credentialOf('admin'),
      body: form,
    });
    return { status: answer.status, text: await answer.text() };
  };
  const projectSettings = async () => (await send('GET', '/admin/project-settings', undefined, { as: 'admin' })).body;

  it.each([
    ['x.png', 'image/png', HTML],
    ['x.html', 'image/png', HTML],
    ['x.svg', 'image/svg+xml', SVG],
    ['x.png', 'image/svg+xml', SVG],
    ['x.pdf', 'image/png', PDF],
    ['x.gif', 'image/png', GIF],
  ])('is not %s that says it is %s (%#)', async (name, type, content) => {
    for (const part of ['menuLogo', 'authLogo'])
      expect(await put(name, content, type, part)).toEqual({ status: 400, text: namesBoth });
    expect(await projectSettings()).toMatchObject({ menuLogo: null, authLogo: null });
  });

  it('has the extension of its content', async () => {
    expect((await put('x.html', PNG, 'image/svg+xml')).status).toBe(200);
    const { menuLogo } = await projectSettings();
    made.push(menuLogo.url);
    expect([menuLogo.ext, menuLogo.url]).toEqual(['.png', expect.stringMatching(/^\/uploads\/.*\.png$/)]);
    expect((await sendExact({ path: menuLogo.url })).headers['content-type']).toBe('image/png');
    await send('POST', '/admin/project-settings', { menuLogo: '' }, { as: 'admin' });
  });
});

it('fetches no file from an address', async () => {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount += 1;
    response.end(PNG);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urls = [
    `http://127.0.0.1:${port}/a.png`,
    `http://0.0.0.0:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
  ];
  const { text } = await send('POST', '/upload/actions/upload-from-urls', { urls }, { as: 'admin' });
  server.close();
  expect(requestCount).toBe(0);
  expect(text.match(/不從網址擷取檔案/g)?.length).toBeGreaterThanOrEqual(urls.length);
});

describe('what lies below /uploads', () => {
  const name = unique('old').replaceAll(/[^a-z0-9-]/g, '') || 'old';
  const OLD: Record<string, string> = {
    html: HTML,
    svg: SVG,
    js: 'alert(1)',
    xhtml: HTML,
    css: 'a { color: red }',
    xml: SVG,
  };
  const at = (extension: string) => `/uploads/${name}.${extension}`;
  beforeAll(async () => {
    for (const [extension, content] of Object.entries(OLD)) {
      await writeFile(path.join(root, 'public', at(extension)), content);
      made.push(at(extension));
    }
  });

  it.each(Object.keys(OLD))('runs nothing: an old .%s', async (extension) => {
    const { status, headers, text } = await sendExact({ path: at(extension) });
    expect([status, text]).toEqual([200, OLD[extension]]);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-type']).toMatch(/^(application\/octet-stream|image\/svg\+xml)$/);
    const part = await sendExact({ path: at(extension), headers: { range: 'bytes=0-3' } });
    expect([part.status, part.headers['content-disposition'], part.text]).toEqual([
      206,
      'attachment',
      text.slice(0, 4),
    ]);
  });

  it('is sent in parts that end with the file', async () => {
    const whole = OLD.svg as string;
    for (const [range, status, text] of [
      ['bytes=5-99999', 206, whole.slice(5)],
      ['bytes=5-', 206, whole.slice(5)],
      ['bytes=99999-', 416, ''],
      ['bytes=9-2', 416, ''],
      ['bytes=x', 416, ''],
    ] as const) {
      const part = await sendExact({ path: at('svg'), headers: { range } });
      expect([range, part.status, part.status === 206 ? part.text : '']).toEqual([range, status, text]);
    }
  });

  it('has one address for each file: no other spelling goes round these headers', async () => {
    for (const path of [
      `/%75ploads/${name}.html`,
      `/uploads%2f${name}.html`,
      `/./uploads/${name}.html`,
      `//uploads/${name}.html`,
      `/x/../uploads/${name}.html`,
      `/UPLOADS/${name}.html`,
      `/%2e/uploads/${name}.html`,
    ]) {
      const { status } = await sendExact({ path });
      expect([path, status]).toEqual([path, 404]);
    }
    const odd = await sendExact({ path: `/uploads/../uploads/${name}.html` });
    if (odd.status < 400) expect(odd.headers['content-disposition']).toBe('attachment');
  });

  it('is shown when it is an image or PDF, else downloaded, each with its type', async () => {
    for (const [file, content, type, disposition] of [
      ['a.png', PNG, 'image/png', 'inline'],
      ['a.pdf', PDF, 'application/pdf', 'inline'],
      ['a.csv', CSV, 'text/csv', 'attachment'],
      ['a.wav', WAV, 'audio/wav', 'attachment'],
    ] as const) {
      const { url } = (await upload(file, content)).files[0] as UploadedFile;
      const { headers } = await sendExact({ path: url });
      expect(headers).toMatchObject({
        'content-disposition': disposition,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-type']).toContain(type);
    }
  });

  it('stays as it came', async () => {
    const { url } = (await upload('a.csv', CSV)).files[0] as UploadedFile;
    const file = path.join(root, 'public', url);
    expect(existsSync(file) && readFileSync(file).equals(CSV)).toBe(true);
  });
});

/** Grants editors of the API the permission to upload, as an administrator may. */
async function grantUploads(): Promise<void> {
  const { roles } = (await send('GET', '/users-permissions/roles', undefined, { as: 'admin' })).body;
  const { id } = roles.find(({ type }: { type: string }) => type === 'editor');
  const { role } = (await send('GET', `/users-permissions/roles/${id}`, undefined, { as: 'admin' })).body;
  const controllers = role.permissions['plugin::upload'].controllers as Record<
    string,
    Record<string, { enabled: boolean }>
  >;
  for (const actions of Object.values(controllers)) for (const action of Object.values(actions)) action.enabled = true;
  const { name, description, permissions } = role;
  const set = await send('PUT', `/users-permissions/roles/${id}`, { name, description, permissions }, { as: 'admin' });
  expect(set.status).toBe(200);
}
