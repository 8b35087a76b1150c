import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { testService } from './client';
import { credentialsOf, root } from './service';

/** The interface languages of the panel. */
export type Language = 'zh' | 'en';

/** Users of the panel. */
export type PanelUser = 'admin' | 'panelEditor';

/** Opens pages for one test, in browser contexts without state of earlier tests. */
export interface Visit {
  /** Opens a page of the panel as a logged-in user. Returns before the page is fully loaded. */
  open(path: string, options?: { as?: PanelUser | string; language?: Language; timeZone?: string }): Promise<Page>;
  /** Opens, fills in and submits the log-in form. Limited to five log-ins a minute: most tests use `open`. */
  logIn(as: PanelUser, language: Language): Promise<Page>;
  /** Opens an address of another process without a log-in. */
  go(address: string, language: Language): Promise<Page>;
}

const SCREENSHOTS = path.join(root, '.tmp', 'screenshots');
const TIMEOUT_MS = 10 * 60_000;
const { url, dataDir } = testService;
const tokens: Partial<Record<string, string>> = {
  admin: testService.tokens.admin,
  panelEditor: testService.tokens.panelEditor,
};

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await chromium.connect(process.env.ROSTRA_BROWSER ?? '');
});

afterAll(() => browser?.close());

/**
 * Defines a test in a browser. Also fails if the panel throws an uncaught error. On failure, saves screenshots of all
 * pages below `.tmp/screenshots`.
 */
export const browserTest = (title: string, work: (visit: Visit) => Promise<void>): void =>
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
      await saveScreenshots(contexts);
      throw error;
    } finally {
      for (const each of contexts) await each.close();
    }
  });

/** Reads repeatedly until the value equals `expected`; if it never does, fails with the difference. */
export async function expectEventually<T>(read: () => Promise<T>, expected: Readonly<NoInfer<T>>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  let actual = await read();
  while (!isDeepStrictEqual(actual, expected) && Date.now() < end) {
    await setTimeout(100);
    actual = await read();
  }
  expect(actual).toEqual(expected);
}

/** Creates a browser context with the storage and cookies that the panel uses for the language and the log-in. */
async function newContext(
  language: Language,
  timezoneId: string,
  token: string | undefined,
  origins: string[],
): Promise<BrowserContext> {
  if (!browser) throw new Error('the browser was not started');
  const items = { 'strapi-admin-language': language, ...(token ? { isLoggedIn: 'true' } : {}) };
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }));
  const made = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === 'zh' ? 'zh-TW' : 'en-US',
    timezoneId,
    storageState: { cookies: [], origins: origins.map((origin) => ({ origin, localStorage })) },
  });
  made.setDefaultTimeout(TIMEOUT_MS);
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

async function saveScreenshots(contexts: BrowserContext[]): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const pages = contexts.flatMap((each) => each.pages());
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${index + 1}.png`), fullPage: true }).catch(() => {});
}
