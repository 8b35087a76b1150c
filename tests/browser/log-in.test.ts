import type { Page } from 'playwright-core';
import { browserTest, expectEventually, type Language } from '../support/browser';

/** Start of the tab's title and heading of the home page, in each language. */
const WORDS: Record<Language, { title: string; heading: RegExp }> = {
  zh: { title: '首頁', heading: /^Rostra，您好/ },
  en: { title: 'Homepage', heading: /^Hello Rostra/ },
};

const greets = async (page: Page, language: Language): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: WORDS[language].heading }).waitFor();
  await page.locator(`//title[starts-with(., '${WORDS[language].title}')]`).waitFor({ state: 'attached' });
  await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
};

describe('the panel, for its editor', () => {
  for (const language of ['zh', 'en'] as const)
    browserTest(`lets them in through the form and greets them, in ${language}`, async ({ logIn }) => {
      await greets(await logIn('panelEditor', language), language);
    });

  browserTest('knows them when they come back, and has no content-type builder for them', async ({ open }) => {
    const page = await open('/admin/');
    await greets(page, 'zh');
    await expectEventually(() => page.locator('nav a[href*="content-type-builder"]').count(), 0);
  });
});
