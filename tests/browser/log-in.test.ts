import type { Page } from 'playwright-core';
import { inBrowser, type Language } from '../support/browser';

/** The tab's title and the heading of the home page, in the words of each language. */
const WORDS: Record<Language, { title: RegExp; heading: RegExp }> = {
  zh: { title: /^首頁/, heading: /Rostra/ },
  en: { title: /^Homepage/, heading: /^Hello Rostra/ },
};

const greets = async (page: Page, language: Language): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: WORDS[language].heading }).waitFor();
  expect(await page.title()).toMatch(WORDS[language].title);
  await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
};

describe('the panel, for its editor', () => {
  for (const language of ['zh', 'en'] as const)
    inBrowser(`lets them in through the form and greets them, in ${language}`, async ({ logIn }) => {
      await greets(await logIn('panelEditor', language), language);
    });

  inBrowser('knows them when they come back, and has no content-type builder for them', async ({ open }) => {
    const page = await open('/admin/');
    await greets(page, 'zh');
    expect(await page.locator('nav a[href*="content-type-builder"]').count()).toBe(0);
  });
});
