import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserTest } from '../support/browser';
import { testService } from '../support/client';
import { credentialsOf } from '../support/service';

/** Runs `fetch` in a page of another origin: the status, or that the browser blocked the answer. */
interface Reading {
  path: string;
  method: 'GET' | 'POST';
  body?: object;
  credentials?: 'include' | 'omit';
  token?: string;
}

const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>page</title>'));
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
});
afterAll(() => page.close());

browserTest('a page of another port logs in to the API, and learns nothing of the panel', async ({ open }) => {
  // The same browser is logged in to the panel.
  const tab = await open('/admin/', { as: 'admin' });
  await tab.goto(address);
  const read = (reading: Reading) =>
    tab.evaluate(
      async ({ url, path, method, body, credentials = 'omit', token }) => {
        try {
          const answer = await fetch(`${url}${path}`, {
            method,
            credentials,
            headers: {
              ...(body ? { 'content-type': 'application/json' } : {}),
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            },
            ...(body ? { body: JSON.stringify(body) } : {}),
          });
          return { status: answer.status, body: (await answer.json()) as { jwt?: string } };
        } catch {
          return { status: 'kept', body: undefined };
        }
      },
      { url: testService.url, ...reading },
    );
  const { editor, admin } = await credentialsOf(testService.dataDir);
  const body = { identifier: editor.login, password: editor.password };
  const logIn = await read({ path: '/api/auth/local', method: 'POST', body });
  expect([logIn.status, typeof logIn.body?.jwt]).toEqual([200, 'string']);
  const tags = await read({ path: '/console/lab/rs_tags', method: 'GET', token: logIn.body?.jwt ?? '' });
  expect(tags.status).toBe(200);
  for (const reading of [
    { path: '/admin/access-token', method: 'POST', credentials: 'include' },
    { path: '/admin/access-token', method: 'POST' },
    { path: '/admin/users/me', method: 'GET', credentials: 'include' },
    { path: '/admin/init', method: 'GET' },
    { path: '/admin/login', method: 'POST', body: { email: admin.login, password: admin.password } },
    { path: '/content-manager/init', method: 'GET', credentials: 'include' },
    { path: '/upload/files', method: 'GET', credentials: 'include' },
    { path: '/api/auth/local', method: 'POST', body, credentials: 'include' },
    { path: '/api/users/me', method: 'GET', credentials: 'include' },
  ] as const)
    expect([reading.path, (await read(reading)).status]).toEqual([reading.path, 'kept']);
});
