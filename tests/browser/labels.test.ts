import type { Page } from 'playwright-core';
import { browserTest, expectEventually, follow, type Language } from '../support/browser';
import type { Answer } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';

const LISTS = '/admin/content-manager/collection-types';

/** Texts of the panel in each language. */
const WORDS = {
  zh: {
    lang: 'zh',
    groups: ['基本資料', '提案與連署', '審議進度', '內容分析'],
    columns: ['編號', '顯示名稱', '提案日期', '屆次', '三讀通過', '主提案委員'],
    law: '是',
    date: '2016年4月15日',
    field: '字號',
    hint: '這件議案要制定或修正的法律。',
    tasks: ['立法院', '議題與法案', '委員表態', '內容', '分析', '公民', '輔助資料'],
    links: ['屆期', '立法委員', '政黨', '黨團', '議案', '法律', '母題', '子題', '議題關聯', '記名表決'],
    desk: '工作檯',
    eventType: '聚會',
  },
  en: {
    lang: 'en',
    groups: ['Basics', 'Sponsors', 'Progress', 'Analysis'],
    columns: ['ID', 'Display name', 'Date', 'Term', 'Passed into law', 'Principal sponsor: rep.'],
    law: 'True',
    date: 'Apr 15, 2016',
    field: 'Bill no.',
    hint: 'The act that this bill creates or amends.',
    tasks: ['Legislature', 'Topics and bills', 'Positions', 'Content', 'Analysis', 'Citizens', 'Helpers'],
    links: ['Terms', 'Representatives', 'Parties', 'Caucuses', 'Bills', 'Acts', 'General topics', 'Specific topics'],
    desk: 'Desk',
    eventType: 'Meetup',
  },
} as const satisfies Record<Language, unknown>;

/** Reads the headings above the content manager's links, which are CSS-generated content. */
const headings = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('nav li')]
    .map((item) => getComputedStyle(item, '::before').content)
    .filter((content) => content !== 'none' && content !== 'normal' && content !== '""')
    .map((content) => JSON.parse(content))`);

for (const language of ['zh', 'en'] as const) {
  const words = WORDS[language];
  describe(`the panel in ${language}`, () => {
    let act: Answer['body'];
    let rep: Answer['body'];
    let bill: Answer['body'];
    let title: string;

    beforeEach(async () => {
      act = await make('act', { title: unique('長照法') });
      rep = await make('rep', { name: unique('委員') });
      const principle_sponsor = { principle_sponsor_type: 'rep', principle_sponsor_value: rep.id };
      const date = Date.UTC(2016, 3, 15);
      bill = await make('bill', {
        act_id: act.id,
        version_no: unique('第7號'),
        is_law: true,
        date,
        ...principle_sponsor,
      });
      title = `${bill.version_no} · ${act.title}`;
    });

    browserTest('has lists, forms and pickers in its words', async ({ open }) => {
      const page = await open(`${LISTS}/api::bill.bill?_q=${encodeURIComponent(bill.version_no)}`, { language });
      const row = page.getByRole('row').filter({ hasText: title });
      await row.waitFor();
      await expectEventually(() => page.locator('html').getAttribute('lang'), words.lang);
      const shown = (texts: string[]) => texts.slice(1, 7).map((text) => text.trim());
      const heads = page.getByRole('row').first().getByRole('gridcell');
      // CSS renders them in capitals.
      await expectEventually(async () => shown(await heads.allTextContents()), words.columns);
      await expectEventually(
        async () => shown(await row.getByRole('gridcell').allInnerTexts()),
        [String(bill.id), title, words.date, '-', words.law, rep.name],
      );

      // A form in titled groups, with hints, under the title of its record.
      await row.getByText(title).click();
      await page.waitForURL(`**/api::bill.bill/${await documentOf('bills', bill.id)}**`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator(`//title[contains(., '${title}')]`).waitFor({ state: 'attached' });
      const form = page.getByRole('tabpanel');
      await form
        .getByRole('link', { name: act.title })
        .or(form.getByRole('button', { name: act.title }))
        .first()
        .waitFor();
      await expectEventually(() => form.getByRole('heading', { level: 2 }).allInnerTexts(), words.groups);
      await expectEventually(
        () => form.getByRole('textbox', { name: words.field, exact: true }).inputValue(),
        bill.version_no,
      );
      await form.getByText(words.hint, { exact: true }).waitFor();

      // Values of an enumeration.
      const event = await make('park-event', { type: 'meetup' });
      await follow(page, `${LISTS}/api::park-event.park-event?sort=number:DESC`);
      const number = page.getByRole('gridcell', { name: String(event.id), exact: true });
      const eventRow = page.getByRole('row').filter({ has: number });
      await eventRow.getByText(words.eventType, { exact: true }).waitFor();

      // Records by their titles in pickers.
      await follow(page, `${LISTS}/api::bill-data-set.bill-data-set/create`);
      const picker = page.getByRole('combobox', { name: language === 'zh' ? '議案' : 'Bills', exact: true });
      await picker.click();
      // The first options replace what is typed before they arrive.
      await page.getByRole('option').first().waitFor();
      await picker.fill(bill.version_no);
      await page.getByRole('option', { name: title }).waitFor();
    });

    browserTest('is ordered by task, in the content manager and on the desk', async ({ open }) => {
      // Enough bills for a second page: its page links must not count as navigation links.
      for (const version_no of Array.from({ length: 11 }, unique)) await make('bill', { act_id: act.id, version_no });
      const page = await open(`${LISTS}/api::bill.bill?page=1&pageSize=10`, { language });
      await page.locator('nav a[href*="page=2"]').first().waitFor();
      await expectEventually(() => headings(page), words.tasks);
      const links = page.locator('nav a[href*="/collection-types/"]');
      await expectEventually(async () => (await links.allInnerTexts()).slice(0, words.links.length), words.links);
      await page.getByRole('link', { name: words.desk, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: words.desk }).waitFor();
      const sections = page.locator('section').getByRole('heading', { level: 2 });
      await expectEventually(() => sections.allInnerTexts(), words.tasks.slice(0, -1));
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('link', { name: words.links[4], exact: true }) });
      await card
        .getByText(/^\d/)
        .or(card.getByText(/\d+ (筆|record)/))
        .first()
        .waitFor();
      await card.getByRole('link').last().click();
      await page.waitForURL('**/api::bill.bill/create**');
    });
  });
}

describe('a list with more columns than there is room for', () => {
  browserTest('keeps the actions on a record in view', async ({ open }) => {
    const version = unique('很長的字號'.repeat(12));
    await make('bill', { version_no: version });
    const page = await open(`${LISTS}/api::bill.bill?_q=${encodeURIComponent(version)}`);
    await page.setViewportSize({ width: 1000, height: 800 });
    const actions = page
      .getByRole('row')
      .filter({ hasText: version.slice(0, 12) })
      .getByRole('button')
      .last();
    await actions.waitFor();
    const scrolled = await page.locator('table').locator('xpath=..').boundingBox();
    const button = await actions.boundingBox();
    if (!scrolled || !button) throw new Error('The list is not to be seen');
    const [right, edge] = [button.x + button.width, scrolled.x + scrolled.width];
    expect(right).toBeLessThanOrEqual(edge);
  });
});
