import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { context } from './client';
import { credentialsOf, root } from './service';

/** The interface languages of the panel. */
export type Language = 'zh' | 'en';

/** Who works in the panel. */
export type PanelUser = 'admin' | 'panelEditor';

/** One test's look at the panel: nothing of an earlier one is remembered. */
export interface Visit {
  /** Opens a page of the panel as somebody who is logged in; the whole of it may still be loading. */
  open(path: string, options?: { as?: PanelUser | string; language?: Language; timeZone?: string }): Promise<Page>;
  /** Opens the log-in form, fills it in and sends it. Five log-ins a minute are allowed: most tests use `open`. */
  logIn(as: PanelUser, language: Language): Promise<Page>;
  /** Goes to an address of another process as nobody in particular. */
  go(address: string, language: Language): Promise<Page>;
}

const SCREENSHOTS = path.join(root, '.tmp', 'screenshots');
const PATIENCE_MS = 60_000;
const { url, dataDir } = context;
const tokens: Partial<Record<string, string>> = {
  admin: context.tokens.admin,
  panelEditor: context.tokens.panelEditor,
};

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await chromium.connect(process.env.ROSTRA_BROWSER ?? '');
});

afterAll(() => browser?.close());

/**
 * A test in a browser. It fails when the panel throws an error that nobody catches, too; what the pages show when it
 * fails is kept below `.tmp/screenshots`.
 */
export const inBrowser = (title: string, work: (visit: Visit) => Promise<void>): void =>
  it(title, async () => {
    const faults: Error[] = [];
    const contexts: BrowserContext[] = [];
    const pageIn = async (
      language: Language,
      token?: string,
      timeZone = 'Asia/Taipei',
      origins = [url],
    ): Promise<Page> => {
      const made = await newContext(language, timeZone, token, origins);
      contexts.push(made);
      made.on('weberror', (fault) => faults.push(fault.error()));
      return made.newPage();
    };
    try {
      await work({
        open: async (to, { as = 'panelEditor', language = 'zh', timeZone } = {}) => {
          const page = await pageIn(language, tokens[as] ?? as, timeZone);
          await page.goto(`${url}${to}`);
          return page;
        },
        logIn: async (as, language) => {
          const page = await pageIn(language);
          await fillLogIn(page, as);
          return page;
        },
        go: async (address, language) => {
          const page = await pageIn(language, undefined, undefined, [new URL(address).origin]);
          await page.goto(address, { waitUntil: 'commit' });
          return page;
        },
      });
      if (faults[0]) throw faults[0];
    } catch (error) {
      await keepScreenshots(contexts);
      throw error;
    } finally {
      for (const each of contexts) await each.close();
    }
  });

/** Waits until what is read from a page equals this; when it never does, the test fails with the difference. */
export async function settles<T>(read: () => Promise<T>, wanted: Readonly<NoInfer<T>>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let found = await read();
  while (!isDeepStrictEqual(found, wanted) && Date.now() < end) {
    await setTimeout(100);
    found = await read();
  }
  expect(found).toEqual(wanted);
}

/** Where the panel keeps its language, and what it keeps once the log-in form has been accepted. */
async function newContext(
  language: Language,
  timezoneId: string,
  token: string | undefined,
  origins: string[],
): Promise<BrowserContext> {
  if (!browser) throw new Error('The browser has not been started');
  const kept = { 'strapi-admin-language': language, ...(token ? { isLoggedIn: 'true' } : {}) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  const made = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === 'zh' ? 'zh-TW' : 'en-US',
    timezoneId,
    storageState: { cookies: [], origins: origins.map((origin) => ({ origin, localStorage })) },
  });
  made.setDefaultTimeout(PATIENCE_MS);
  if (token) await made.addCookies([{ name: 'jwtToken', value: token, url }]);
  return made;
}

async function fillLogIn(page: Page, as: PanelUser): Promise<void> {
  const { login, password } = (await credentialsOf(dataDir))[as];
  await page.goto(`${url}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

async function keepScreenshots(contexts: BrowserContext[]): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const pages = contexts.flatMap((each) => each.pages());
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${index + 1}.png`), fullPage: true }).catch(() => {});
}
