import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { browserTest, type Language, type Visit } from '../support/browser';
import { root } from '../support/service';

const FOLDER = path.join(root, 'docs', 'images', 'editors');
const LARGEST = 200_000;
const SIZE = { width: 1280, height: 800 };

/** What a picture is taken with. */
export interface Scene {
  language: Language;
  /** Opens a page of the panel in the language of the picture, as its editor. */
  open(path: string, as?: Parameters<Visit['open']>[1]): Promise<Page>;
  /** The word of the language. */
  say(zh: string, en: string): string;
}

/** Takes a picture in both languages: of the page, or of a part of it. */
export const picture = (name: string, prepare: (scene: Scene) => Promise<Page | Locator>): void => {
  for (const language of ['zh', 'en'] as const)
    browserTest(`${language}-${name}`, async (visit) => {
      const shown = await prepare({
        language,
        open: async (to, options) => {
          const page = await visit.open(to, { ...options, language });
          await page.setViewportSize(SIZE);
          return page;
        },
        say: (zh, en) => (language === 'zh' ? zh : en),
      });
      await take(shown, path.join(FOLDER, `${language}-${name}.png`));
    });
};

async function take(shown: Page | Locator, file: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const page = 'page' in shown ? shown.page() : shown;
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  // Without a Chinese font, all characters look alike.
  expect(await page.evaluate(`(${haveSameShape})('法', '案')`)).toBe(false);
  // Charts and dialogs come in with a movement.
  await page.waitForTimeout(1_000);
  await shown.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  expect(statSync(file).size).toBeLessThan(LARGEST);
}

/** Whether the browser draws two characters alike. Runs in the page. */
const haveSameShape = `(...characters) => {
  const [first, second] = characters.map((character) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 });
    const context = canvas.getContext('2d');
    context.font = '30px sans-serif';
    context.fillText(character, 0, 32);
    return canvas.toDataURL();
  });
  return first === second;
}`;
