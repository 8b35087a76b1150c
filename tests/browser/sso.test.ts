import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { get } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { person, setUpSso } from '../support/sso';

const sso = setUpSso();

/** Fills in the provider's log-in form. */
async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${sso.provider.issuer}/**`, { waitUntil: 'commit' });
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}

const greeting = (page: Page, words: RegExp) => page.getByRole('heading', { level: 1, name: words }).waitFor();

const button = (page: Page) => page.getByRole('link', { name: '以單一登入登入' });

for (const { language, words, hello } of [
  { language: 'zh', words: '以單一登入登入', hello: /^Mei，您好/ },
  { language: 'en', words: 'Sign in with SSO', hello: /^Hello Mei/ },
] as const)
  browserTest(`the button below the form leads through the provider into the panel, in ${language}`, async ({ go }) => {
    const name = `browser-${language}`;
    await sso.provider.configure('people', person(name));
    const page = await go(`${sso.url}/admin/`, language);
    await page.locator('input[name=password]').waitFor();
    await page.getByRole('link', { name: words }).click();
    await signInAtProvider(page, name);
    await greeting(page, hello);
    // It is a real session: the panel renews it.
    await page.reload();
    await greeting(page, hello);
    expect(await page.evaluate("localStorage.getItem('isLoggedIn')")).toBe('true');

    // A session that has ended goes on after a sign-in in a window of its own; that of somebody else does not count.
    const dialog = page.getByRole('alertdialog');
    const again = async (as: string) => {
      const [window] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('button', { name: /單一登入|SSO/ }).click(),
      ]);
      await signInAtProvider(window, as);
      return window;
    };
    const stranger = `stranger-${language}`;
    await page.context().clearCookies();
    await Promise.all([
      // Any request of the page may be the first to notice: the click then waits below the dialog and goes on after it.
      page.locator('nav a[href*="content-manager"]').first().click(),
      (async () => {
        await sso.provider.configure('people', person(stranger));
        await again(stranger);
        await dialog.getByText(`${stranger}@`).first().waitFor();
        await page.context().clearCookies();
        await sso.provider.configure('people', person(name));
        const window = await again(name);
        await dialog.waitFor({ state: 'hidden' });
        await expectEventually(async () => window.isClosed(), true);
      })(),
    ]);
    await greeting(page, /^(屆期|Term)/);

    // So does a save.
    const tag = await make('tag');
    const form = `content-manager/collection-types/api::tag.tag/${await documentOf('tags', tag.id)}`;
    await page.goto(`${sso.url}/admin/${form}`);
    const title = unique('標籤');
    await page.locator('input[name=name]').fill(title);
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await Promise.all([
      page
        .getByRole('button', { name: /^(儲存|Save)$/ })
        .first()
        .click(),
      again(name),
    ]);
    const stored = async (): Promise<string> => (await get(`/console/lab/rs_tags/${tag.id}`)).body.name;
    await expectEventually(stored, title);
  });

browserTest(
  'where passwords are refused, people are sent on at once, but not after they have signed out',
  async ({ go }) => {
    await sso.provider.configure('people', person('browser-only'));
    const page = await go(`${sso.strict.url}/admin/me`, 'zh');
    await signInAtProvider(page, 'browser-only');
    // The requested page, at the public address.
    await page.waitForURL(`${sso.url}/admin/me`, { waitUntil: 'commit' });
    await page.goto(`${sso.strict.url}/admin/`);
    await greeting(page, /^Mei，您好/);
    await page.getByRole('button', { name: /Mei/ }).click();
    await page.getByRole('menuitem', { name: '登出' }).click();
    await page.waitForURL('**/admin/auth/login');
    await button(page).waitFor();
    expect(await page.locator('input[name=password]').isVisible()).toBe(false);
    expect(page.url()).toContain(sso.strict.url);
  },
);

browserTest('the local administrator finds the form and signs in with it', async ({ go }) => {
  const page = await go(`${sso.strict.url}/admin/auth/login?local`, 'zh');
  await button(page).waitFor();
  await expectEventually(() => page.locator('input[name=password]').isVisible(), true);
  await page.locator('input[name=email]').fill('editor@rostra.local');
  await page.locator('input[name=password]').fill('A long passw0rd');
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').filter({ hasText: '請改用單一登入' }).waitFor();
});
