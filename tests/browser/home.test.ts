import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { get, testService } from '../support/client';
import { make, unique, uniqueIndex } from '../support/factory';
import { documentOf } from '../support/panel';

const widget = (page: Page, name: string) => page.getByRole('region', { name });

describe('the home page', () => {
  browserTest(
    'shows our widgets only, without Strapi’s banner; reports a finding and links to the record',
    async ({ open }) => {
      const { id } = await make('vote', { source_link: '無', title: unique('連結不對的票') });
      const page = await open('/admin/');
      for (const name of ['資料筆數', '最近的更動', '各屆議案的審議進度', '每月記名表決', '資料檢查'])
        await widget(page, name).waitFor();
      await expectEventually(() => page.locator('[data-strapi-widget-id]').count(), 6);
      await expectEventually(() => page.getByText(/Media Library|媒體庫的新版/).count(), 0);

      const report = widget(page, '資料檢查');
      await report.getByRole('button', { name: '立即檢查' }).and(page.locator(':enabled')).click();
      await report.getByRole('heading', { name: '連結不是網址' }).waitFor();
      await report.getByText('連結不是網址：請寫完整的網址').first().waitFor();
      const title = (await get(`/console/lab/rs_votes/${id}`)).body.title as string;
      await report.getByRole('link', { name: title }).first().click();
      await page.waitForURL(`**/api::vote.vote/${await documentOf('votes', id)}**`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
  );

  browserTest(
    'draws bills by term and progress, and votes by month, with the same data in tables; counts, and lists changes',
    async ({ open }) => {
      const term_index = uniqueIndex();
      const step = await make('legislative-step', { name: unique('程序') });
      const legislative_steps = [{ date: 0, legislative_step_id: step.id }];
      for (let each = 0; each < 3; each += 1) await make('bill', { term_index, is_law: false, legislative_steps });
      for (const month of [0, 0, 1]) await make('vote', { term_index, date: Date.UTC(2020, month, 5) });
      const party = await make('party', { name: unique('黨') });
      const { totalRowCount: count } = (await get('/console/lab/parties?page=1')).body;
      const page = await open('/admin/', { language: 'en' });
      const bills = widget(page, 'Bills by term and progress');
      const row = bills.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `Term ${term_index}` }) });
      await expectEventually(() => row.getByRole('cell').last().textContent(), '3');
      await bills.locator('svg.recharts-surface').first().waitFor();

      const votes = widget(page, 'Votes by month');
      await votes.getByRole('combobox').click();
      await page.getByRole('option', { name: `Term ${term_index}`, exact: true }).click();
      await votes.getByRole('table', { name: `Roll-call votes by month in term ${term_index}` }).waitFor();
      const months = async () =>
        (await votes.getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/).join(' '));
      await expectEventually(months, ['Month Votes', 'Jan 2020 2', 'Feb 2020 1']);

      const parties = widget(page, 'Records')
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: 'Parties' }) });
      await parties.filter({ hasText: new RegExp(`^${count}\\D`) }).waitFor();
      await widget(page, 'Latest changes').getByRole('link', { name: party.name }).click();
      await page.waitForURL(`**/api::party.party/${await documentOf('parties', party.id)}**`);
    },
  );
});

describe('the search box', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: '搜尋', exact: true });
  const choice = (page: Page, name: string) => page.getByRole('option', { name, selected: true, exact: true });
  const openBox = async (page: Page) => {
    await page.keyboard.press('Control+k');
    await field(page).and(page.locator(':focus')).waitFor();
  };
  const type = (page: Page, text: string) => page.keyboard.type(text);

  browserTest('opens records and forms by keys alone, and asks before a changed form is left', async ({ open }) => {
    const [name, other] = [unique('王'), unique('林')];
    const rep = await make('rep', { name, terms: [{ term_index: 9, district_name: '甲選區' }] });
    const namesake = await make('rep', { name: other });
    const form = `**/api::rep.rep/${await documentOf('reps', rep.id)}**`;
    const page = await open('/admin/plugins/newsroom/desk');
    await page.getByRole('button', { name: '搜尋（Ctrl K）' }).waitFor();

    await openBox(page);
    await type(page, name);
    await choice(page, `${name} 第9屆 · 甲選區 #${rep.id}`).waitFor();
    // An Enter that ends the composition of a character opens nothing, and keys that are held do not open and close.
    await page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))`,
    );
    await page.keyboard.press('Escape');
    await expectEventually(() => field(page).count(), 0);
    expect(page.url()).toContain('/plugins/newsroom/desk');
    await page.keyboard.down('Control');
    for (let each = 0; each < 4; each += 1) await page.keyboard.down('k');
    await page.keyboard.up('k');
    await page.keyboard.up('Control');
    await field(page).and(page.locator(':focus')).waitFor();
    await type(page, name);
    await choice(page, `${name} 第9屆 · 甲選區 #${rep.id}`).waitFor();
    // Enter means what is found by all that is typed.
    await page.keyboard.press('Control+A');
    await type(page, other);
    await page.keyboard.press('Control+A');
    await type(page, name);
    await page.keyboard.press('Enter');
    await page.waitForURL(form);

    const input = page.getByRole('textbox', { name: '最高學歷' });
    await input.fill('博士');
    await openBox(page);
    await page.keyboard.press('Escape');
    await input.and(page.locator(':focus')).waitFor();
    await openBox(page);
    await type(page, '新增表決');
    await choice(page, '新增表決').waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expectEventually(() => question.count(), 0);
    expect([await field(page).count(), await input.inputValue()]).toEqual([0, '博士']);
    await openBox(page);
    await type(page, 'new vote');
    await choice(page, '新增表決').waitFor();
    await page.keyboard.press('Enter');
    await question.getByRole('button').last().press('Enter');
    await page.waitForURL('**/api::vote.vote/create**');
    await page.getByRole('textbox', { name: '表決案由' }).waitFor();

    await openBox(page);
    const recent = choice(page, `${name} 立法委員 · 第9屆 · 甲選區 #${rep.id}`);
    await recent.waitFor();
    await page.keyboard.press('ArrowUp');
    await choice(page, '已刪除').waitFor();
    await page.keyboard.press('ArrowDown');
    await recent.waitFor();
    const tab = page.context().waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    await (await tab).waitForURL(form);
    await (await tab).close();

    await type(page, other);
    await choice(page, `${other} #${namesake.id}`).waitFor();
    await type(page, '無');
    await page.getByText(/^找不到符合/).waitFor();
    await page.route(/newsroom\/search\?/, (route) => route.abort());
    await type(page, '一');
    await page.getByText(/^搜尋失敗/).waitFor();
    await page.unroute(/newsroom\/search\?/);
    await type(page, '二');
    await page.getByText(/^找不到符合/).waitFor();
    await page.keyboard.press('Control+k');
    await expectEventually(() => field(page).count(), 0);
  });
});

describe('the desk', () => {
  const folder = path.join(testService.dataDir, 'backups');

  afterEach(() => rm(path.join(folder, 'status.json'), { force: true }));

  browserTest('warns a Super Admin of a damaged backup, until the warning is closed', async ({ open }) => {
    await mkdir(folder, { recursive: true });
    const lastError = 'Damaged backups: 2026-11-21T14-03-00Z.';
    await writeFile(
      path.join(folder, 'status.json'),
      JSON.stringify({ errors: { verification: lastError }, lastError }),
    );
    const page = await open('/admin/plugins/newsroom/desk', { as: 'admin' });
    const warning = page.getByRole('alert').filter({ hasText: '備份或磁碟有問題' });
    await warning.getByText(lastError).waitFor();
    await page.getByRole('button', { name: '關閉', exact: true }).click();
    await expectEventually(() => warning.count(), 0);
  });
});
