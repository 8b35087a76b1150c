import type { Page } from 'playwright-core';
import { browserTest, expectEventually, type Language } from '../support/browser';
import { register } from '../support/citizen';
import { sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { NEW_PASSWORD, production } from '../support/production';
import { sendJson } from '../support/send-json';
import { credentialsOf, removeService, type Service, startService } from '../support/service';

const WORDS: Record<Language, { title: string; current: RegExp; next: RegExp; again: RegExp; change: string }> = {
  zh: { title: '請設定新密碼', current: /^目前的密碼/, next: /^新密碼/, again: /^再輸入一次/, change: '變更密碼' },
  en: {
    title: 'Choose a new password',
    current: /^Current password/,
    next: /^New password(?!,)/,
    again: /^New password, once more/,
    change: 'Change the password',
  },
};

describe('in production, who has the password of the first start', () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService(production());
  });

  afterAll(() => removeService(service));

  const logIn = async (page: Page, email: string, password: string) => {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };

  for (const [who, language] of [
    ['panelEditor', 'zh'],
    ['admin', 'en'],
  ] as const)
    browserTest(`is asked for a new one before anything else, in ${language}`, async ({ go }) => {
      const { login, password } = (await credentialsOf(service.dataDir))[who];
      const { title, current, next, again, change } = WORDS[language];
      const page = await go(`${service.url}/admin/auth/login`, language);
      await logIn(page, login, password);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      const fill = async (old: string, first: string, second: string) => {
        await dialog.getByLabel(current).fill(old);
        await dialog.getByLabel(next).first().fill(first);
        await dialog.getByLabel(again).fill(second);
        await dialog.getByRole('button', { name: change }).click();
      };
      await fill(password, NEW_PASSWORD, `${NEW_PASSWORD}!`);
      await dialog.getByRole('alert').waitFor();
      await fill('wrong', NEW_PASSWORD, NEW_PASSWORD);
      await expectEventually(() => dialog.getByRole('alert').count(), 1);
      await fill(password, NEW_PASSWORD, NEW_PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Rostra' }).waitFor();
      await expectEventually(() => page.getByRole('dialog', { name: title }).count(), 0);
      await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
    });
});

describe('the page that a mail about a forgotten password leads to', () => {
  browserTest('sets the new password, once', async ({ open }) => {
    const citizen = await register();
    const code = unique('code');
    await sql('update up_users set reset_password_token = $1 where id = $2', [code, citizen.account]);
    const page = await open(`/citizen/password?code=${code}`, { as: '' });
    expect(new URL(page.url()).search).toBe('');
    await page.getByLabel('新密碼').fill('another password');
    await page.getByLabel('再輸入一次').fill('other password');
    await page.getByRole('button').click();
    await page.getByText('兩次輸入的密碼不一致。').waitFor();
    await page.getByLabel('再輸入一次').fill('another password');
    await page.getByRole('button').click();
    await page.getByText('密碼已變更').waitFor();
    const answer = await sendJson(`${testService.url}/api/auth/local`, {
      identifier: citizen.handle,
      password: 'another password',
    });
    expect(answer.status).toBe(200);
  });

  browserTest('says in English that a code is no longer valid', async ({ open }) => {
    const page = await open('/citizen/password?code=ended', { as: '', language: 'en' });
    await page.getByLabel('New password').fill('another password');
    await page.getByLabel('Repeat the password').fill('another password');
    await page.getByRole('button').click();
    await page.getByText('This link is invalid').waitFor();
    await page.goto(`${testService.url}/citizen/password`);
    await page.getByText('This link is invalid').waitFor();
  });
});
