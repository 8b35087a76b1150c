import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';

const LISTS = '/admin/content-manager/collection-types';

/** Makes the server answer with data that the panel cannot render. */
const spoiled = (path: string, json: unknown) => ({
  prepare: (page: Page) => page.route(`**${path}`, (route) => route.fulfill({ json })),
});

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: '這個部分發生錯誤' });

describe('a part of the newsroom plugin that fails', () => {
  browserTest('says so next to a form, which can still be saved', async ({ open }) => {
    const bill = await make('bill', { version_no: unique('字號') });
    const form = `${LISTS}/api::bill.bill/${await documentOf('bills', bill.id)}`;
    const page = await open(form, spoiled('/newsroom/where-used/**', {}));
    await failed(page).waitFor();
    await page.getByRole('textbox', { name: '案由與說明' }).fill('案由');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: '儲存' }).click();
    expect((await saved).status()).toBe(200);
  });

  browserTest('says so in the place of a field', async ({ open }) => {
    const set = await make('bill-data-set', { name: unique('資料集') });
    const form = `${LISTS}/api::bill-data-set.bill-data-set/${await documentOf('bill_data_sets', set.id)}`;
    const page = await open(form, spoiled('/newsroom/score-board/records', { bills: {}, features: {} }));
    await failed(page).waitFor();
    await expectEventually(() => page.getByRole('textbox', { name: '名稱', exact: true }).inputValue(), set.name);
  });

  browserTest('says so in the place of a page', async ({ open }) => {
    const page = await open('/admin/plugins/newsroom/desk', spoiled('/newsroom/desk/counts', null));
    await failed(page).waitFor();
    await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
  });
});
