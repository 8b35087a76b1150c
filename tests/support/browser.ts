import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page, type WebError } from 'playwright-core';
import { testService } from './client';
import { credentialsOf, root } from './service';

/** The interface languages of the panel. */
export type Language = 'zh' | 'en';

/** Users of the panel. */
export type PanelUser = 'admin' | 'panelEditor';

/** How to open a page. */
export interface OpenOptions {
  as?: PanelUser | string;
  language?: Language;
  timeZone?: string;
  /** Prepares the page before its address is loaded, in a browser context that no other test gets. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Opens pages for one test, without cookies and storage of earlier tests. */
export interface Visit {
  /**
   * Opens a page of the panel as a logged-in user. Returns before the page is fully loaded. Another test may get the tab afterwards:
   * clocks, scripts and listeners of a page belong in `prepare`.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Opens, fills in and submits the log-in form. Limited to five log-ins a minute: most tests use `open`. */
  logIn(as: PanelUser, language: Language): Promise<Page>;
  /** Opens an address of another process without a log-in. */
  go(address: string, language: Language): Promise<Page>;
}

const SCREENSHOTS = path.join(root, '.tmp', 'screenshots');
/** The item of the storage in which the panel keeps the language. */
const LANGUAGE = 'strapi-admin-language';
const TIMEOUT_MS = 60_000;
/** So much of a page's text names what it shows. */
const MAX_SHOWN = 1000;
/** So much of what a page's storage keeps: its keys, and the drafts in it. */
const MAX_KEPT = 4000;
const STORAGE = `JSON.stringify({
  drafts: Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith('newsroom.draft '))),
  keys: Object.keys(localStorage),
})`;
const { url, dataDir } = testService;
const tokens: Partial<Record<string, string>> = {
  admin: testService.tokens.admin,
  panelEditor: testService.tokens.panelEditor,
};

/** A small document of the service. A tab waits there: storage can be changed without a script of the panel running. */
const QUIET = `${url}/robots.txt`;
const VIEWPORT = { width: 1440, height: 900 };

/** A tab of a test, in a browser context of its own. */
interface Tab {
  page: Page;
  /** Language and time zone, if a later test may have the tab. */
  kind?: string;
}

let browser: Browser | undefined;

/**
 * Tabs that no test uses, by language and time zone, without cookies and storage. To load the panel in a new context costs a
 * fifth more: Chromium reads and compiles its whole code again.
 */
const free = new Map<string, Page>();

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
    const tabs: Tab[] = [];
    const note = (fault: WebError) => faults.push(fault.error());
    const use = (tab: Tab): Page => {
      tabs.push(tab);
      tab.page.context().on('weberror', note);
      return tab.page;
    };
    try {
      await work({
        open: async (to, { as = 'panelEditor', language = 'zh', timeZone = 'Asia/Taipei', prepare } = {}) => {
          const page = use(prepare ? { page: await newTab(language, timeZone) } : await takeTab(language, timeZone));
          await enter(page, language, tokens[as] ?? as);
          await prepare?.(page);
          await page.goto(`${url}${to}`);
          return page;
        },
        logIn: async (as, language) => {
          const page = use(await takeTab(language));
          await enter(page, language);
          await fillLogIn(page, as);
          return page;
        },
        go: async (address, language) => {
          const page = use({ page: await newTab(language, undefined, new URL(address).origin) });
          await page.goto(address, { waitUntil: 'commit' });
          return page;
        },
      });
      if (faults[0]) throw faults[0];
      for (const { page, kind } of tabs) if (kind && isOfService(page)) await leave(page);
      if (faults[0]) throw faults[0];
      for (const { page, kind } of tabs) if (kind && isOfService(page)) free.set(kind, page);
    } catch (error) {
      await saveScreenshots(tabs);
      throw new Error(`${(error as Error).message}\n${await describeTabs(tabs)}`, { cause: error });
    } finally {
      for (const { page } of tabs) {
        page.context().off('weberror', note);
        if (![...free.values()].includes(page)) await page.context().close();
      }
    }
  });

/**
 * Goes to another page of the panel without loading the panel again, as the browser's Back does. Not from a form right after `save`: until it
 * has read what was saved, the panel asks whether to leave.
 */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(`{
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: crypto.randomUUID() }, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }`);

/** Tries to leave a page that holds changes, by default by a reload: the browser asks first, and one stays. */
export async function asksBeforeUnload(
  page: Page,
  leave: () => Promise<unknown> = () => page.evaluate('location.reload()'),
): Promise<void> {
  const [asked, left] = [page.waitForEvent('dialog'), leave()];
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
}

/** Reads repeatedly until the value equals `expected`; if it never does, fails with the difference. */
export async function expectEventually<T>(read: () => Promise<T>, expected: Readonly<NoInfer<T>>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  let actual = await read();
  while (!equals(actual, expected) && Date.now() < end) {
    await setTimeout(100);
    actual = await read();
  }
  expect(actual).toEqual(expected);
}

/** Playwright is loaded once in each worker: the lists that it returns have another prototype than those of a test. */
function equals(actual: unknown, expected: unknown): boolean {
  try {
    expect(actual).toEqual(expected);
    return true;
  } catch {
    return false;
  }
}

/** Returns a tab that no test uses, or a new one. */
async function takeTab(language: Language, timeZone = 'Asia/Taipei'): Promise<Tab> {
  const kind = `${language} ${timeZone}`;
  const page = free.get(kind) ?? (await newTab(language, timeZone));
  free.delete(kind);
  return { page, kind };
}

/** Opens a tab in a new browser context, with the language in the storage of the origin passed. */
async function newTab(language: Language, timezoneId = 'Asia/Taipei', origin?: string): Promise<Page> {
  if (!browser) throw new Error('the browser was not started');
  const localStorage = [{ name: LANGUAGE, value: language }];
  const made = await browser.newContext({
    viewport: VIEWPORT,
    locale: language === 'zh' ? 'zh-TW' : 'en-US',
    timezoneId,
    ...(origin ? { storageState: { cookies: [], origins: [{ origin, localStorage }] } } : {}),
  });
  made.setDefaultTimeout(TIMEOUT_MS);
  const page = await made.newPage();
  if (!origin) await page.goto(QUIET);
  return page;
}

/** Puts into the storage and the cookies of a tab what the panel uses for the language and the log-in. */
async function enter(page: Page, language: Language, token?: string): Promise<void> {
  const items = { [LANGUAGE]: language, ...(token ? { isLoggedIn: 'true' } : {}) };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(items)})`);
  if (token) await page.context().addCookies([{ name: 'jwtToken', value: token, url }]);
}

/** Removes what a test has left in a tab: further pages, routes, storage, cookies, and the place of the mouse. */
async function leave(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of page.context().pages()) if (other !== page) await other.close();
  await page.goto(QUIET);
  await page.mouse.move(0, 0);
  await page.evaluate('localStorage.clear(); sessionStorage.clear();');
  await page.context().clearCookies();
  await page.setViewportSize(VIEWPORT);
}

/** Whether a tab shows a page of the service under test. */
const isOfService = (page: Page): boolean => !page.isClosed() && page.url().startsWith(`${url}/`);

async function fillLogIn(page: Page, as: PanelUser): Promise<void> {
  const { login, password } = (await credentialsOf(dataDir))[as];
  await page.goto(`${url}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

/** What the pages of a failed test showed, also those that the test has opened itself, and what the panel keeps in their storage. */
const describeTabs = async (tabs: Tab[]): Promise<string> =>
  (
    await Promise.all(
      pagesOf(tabs).map(async (page) => {
        // biome-ignore lint/performance/useDomNodeTextContent: what is visible counts.
        const text = await page.innerText('body', { timeout: 5000 }).catch((error: Error) => error.message);
        const kept = await page.evaluate<string>(STORAGE).catch((error: Error) => error.message);
        return `${page.url()} showed: ${text.replaceAll(/\s+/g, ' ').slice(0, MAX_SHOWN)}\nand kept: ${kept.slice(0, MAX_KEPT)}`;
      }),
    )
  ).join('\n');

const pagesOf = (tabs: Tab[]): Page[] => [...new Set(tabs.flatMap(({ page }) => page.context().pages()))];

async function saveScreenshots(tabs: Tab[]): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  for (const [index, page] of pagesOf(tabs).entries())
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${index + 1}.png`), fullPage: true }).catch(() => {});
}
