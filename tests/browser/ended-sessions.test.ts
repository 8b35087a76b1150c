import type { Page } from 'playwright-core';
import { asksBeforeUnload, browserTest, expectEventually, follow } from '../support/browser';
import { del, get } from '../support/client';
import { make, unique } from '../support/factory';
import { save } from '../support/form';
import { documentOf } from '../support/panel';
import { accountAs } from '../support/panel-users';

const LISTS = '/admin/content-manager/collection-types';

const formOf = async (number: number) => `${LISTS}/api::bill.bill/${await documentOf('bills', number)}`;

const content = (page: Page) => page.locator('textarea[name=content]');
const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: '請再登入一次' });

/** Ends the session of a browser as its age does, while its tabs are at rest: the browser forgets the cookies. */
async function endSession(...tabs: Page[]): Promise<void> {
  for (const tab of tabs) await tab.waitForLoadState('networkidle');
  await tabs[0]?.context().clearCookies();
}

async function logInAgain(page: Page, password: string): Promise<void> {
  await dialogOf(page).locator('input[name=password]').fill(password);
  await dialogOf(page).getByRole('button', { name: '登入並繼續' }).click();
}

browserTest(
  'who comes back to a form after the session has ended logs in on top of it, in one tab for all, and the save goes on',
  async ({ open }) => {
    const { email, password, token } = await accountAs('strapi-editor');
    const [first, second] = [await make('bill', { content: '舊' }), await make('bill', { content: '舊' })];
    const stored = async ({ id }: { id: number }): Promise<string> =>
      (await get(`/console/lab/rs_bills/${id}`)).body.content;
    const page = await open(await formOf(first.id), { as: token });
    const other = await page.context().newPage();
    await other.goto(new URL(await formOf(second.id), page.url()).href);
    await content(page).fill('寫了很久的案由');
    await content(other).fill('另一頁的案由');
    await endSession(page, other);
    await page.getByRole('button', { name: '儲存', exact: true }).first().click();

    expect(await dialogOf(page).locator('input[name=email]').inputValue()).toBe(email);
    // The save is under way as long as the dialog is open: leaving would lose what it has not stored.
    await asksBeforeUnload(page);
    await follow(page, `${LISTS}/api::bill.bill`);
    const leaving = page.getByRole('alertdialog').filter({ hasNot: page.locator('input[name=password]') });
    await leaving.getByRole('button', { name: '取消' }).click();
    await leaving.waitFor({ state: 'hidden' });
    await logInAgain(page, unique('wrong'));
    await dialogOf(page).getByRole('alert').filter({ hasText: '密碼不正確' }).waitFor();
    await dialogOf(other).waitFor();
    expect(await stored(first)).toBe('舊');
    await logInAgain(other, password);
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectEventually(() => stored(first), '寫了很久的案由');
    await expectEventually(() => dialogOf(other).count(), 0);
    await save(other);
    expect(await stored(second)).toBe('另一頁的案由');

    await content(other).fill('不再登入');
    await endSession(page, other);
    // Where a record is used is asked again then.
    await other.evaluate("dispatchEvent(new Event('focus'))");
    await dialogOf(other).getByRole('button', { name: '登出' }).click();
    await dialogOf(other).waitFor({ state: 'hidden' });
    // Strapi says what is lost.
    await other.getByRole('alertdialog').getByRole('button').last().click();
    await other.waitForURL('**/admin/auth/login*');
    await page.waitForURL('**/admin/auth/login*');
    expect(await stored(second)).toBe('另一頁的案由');
  },
);

browserTest('a score, an import and a restore go on, too, after one log-in', async ({ open }) => {
  const { password, token } = await accountAs('strapi-editor');
  const [bill, feature] = [await make('bill'), await make('act-feature')];
  const dataSet = await make('bill-data-set', { bill_ids: [bill.id], act_feature_ids: [feature.id] });
  const tag = await make('tag', { name: unique('標籤') });
  const formOfTag = `${LISTS}/api::tag.tag/${await documentOf('tags', tag.id)}`;
  await del(`/console/lab/rs_tags/${tag.id}`);
  const party = unique('黨');

  const board = await open(
    `${LISTS}/api::bill-data-set.bill-data-set/${await documentOf('bill_data_sets', dataSet.id)}`,
    { as: token },
  );
  const [importing, restoring] = [await board.context().newPage(), await board.context().newPage()];
  await importing.goto(new URL('/admin/plugins/newsroom/import', board.url()).href);
  await importing.locator('input[type=file]').setInputFiles({
    name: 'parties.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,abbreviation\n${party},甲`),
  });
  await restoring.goto(new URL(formOfTag, board.url()).href);
  await restoring.getByRole('button', { name: `還原「${tag.name}」` }).click();
  const plan = restoring.getByRole('dialog', { name: /確認還原/ });
  await plan.getByText('會新增這筆標籤').waitFor();
  await plan.getByRole('textbox').fill('刪錯了');
  const grid = board.getByRole('grid');
  await grid.getByRole('gridcell').first().waitFor();
  await grid.focus();
  for (const key of ['Control+Home', '3', 'Tab']) await board.keyboard.press(key);

  const buttons = [
    board.getByRole('button', { name: '儲存', exact: true }).first(),
    importing.getByRole('button', { name: '預覽變更' }),
    plan.getByRole('button', { name: '還原', exact: true }),
  ];
  for (const button of buttons) await expectEventually(() => button.isDisabled(), false);
  const elements = await Promise.all(buttons.map((button) => button.elementHandle()));
  await endSession(board, importing, restoring);
  // At once: the dialog of the first one opens in all tabs, and hides what is below.
  await Promise.all(elements.map((element) => element?.dispatchEvent('click')));
  for (const page of [board, importing, restoring]) await dialogOf(page).waitFor();
  await logInAgain(board, password);
  await expectEventually(
    async () => (await get(`/console/lab/bill_data_sets/${dataSet.id}`)).body.scores,
    [{ bill_id: bill.id, score_per_act_feature: [{ act_feature_id: feature.id, score: 3 }] }],
  );
  await importing.getByRole('article', { name: 'parties.csv' }).filter({ hasText: '待套用' }).waitFor();
  await expectEventually(async () => (await get(`/console/lab/rs_tags/${tag.id}`)).body.name, tag.name);
});
