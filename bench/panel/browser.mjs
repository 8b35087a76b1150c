// The browser of the browser tests, with a logged-in editor.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { readCredentials } from '../support/editor.mjs';
import { root } from '../support/programs.mjs';

/** Opens the panel; `settle` waits until the page has no pending requests. */
export async function openPanel(url, dataDir) {
  const { executablePath, environment } = findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...environment },
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic'],
  });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'strapi-admin-language', value: 'zh' }] }],
    },
  });
  const page = await context.newPage();
  const { login, password } = readCredentials(dataDir).panelEditor;
  await page.goto(`${url}/admin/auth/login`);
  await page.locator('input[name=email]').fill(login);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
  return { page, settle: () => page.waitForLoadState('networkidle'), stop: () => browser.close() };
}

function findChromium() {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, environment: {} };
  const script = path.join(root, 'tests', 'support', 'npm-chromium.mjs');
  return JSON.parse(execFileSync(process.execPath, [script, path.join(root, '.tmp')], { encoding: 'utf8' }));
}
