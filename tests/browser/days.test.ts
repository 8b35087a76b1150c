import type { Page } from 'playwright-core';
import { browserTest, expectEventually, follow } from '../support/browser';
import { type Answer, get } from '../support/client';
import { make, unique } from '../support/factory';
import { save, writeDay } from '../support/form';
import { documentOf } from '../support/panel';

const LIST = '/admin/content-manager/collection-types/api::bill.bill';
const AFTERNOON = Date.UTC(2016, 3, 15, 6, 30);
const MIDNIGHTS = { UTC: Date.UTC(2016, 3, 15), Taiwan: Date.parse('2016-04-15T00:00:00+08:00') };

const dayField = (page: Page) => page.getByRole('combobox', { name: '提案日期', exact: true });

const dateOf = async ({ id }: Answer['body']): Promise<number> => (await get(`/console/lab/rs_bills/${id}`)).body.date;

describe.each(['Asia/Taipei', 'America/New_York'])('a day, for an editor in %s', (timeZone) => {
  const billOf = async (date: number) => {
    const bill = await make('bill', { version_no: unique('字號'), date });
    return { bill, form: `${LIST}/${await documentOf('bills', bill.id)}` };
  };

  for (const [where, date] of Object.entries(MIDNIGHTS))
    browserTest(
      `kept as midnight of ${where} is that day, and stays as it is until it is changed`,
      async ({ open }) => {
        const { bill, form } = await billOf(date);
        const page = await open(`${LIST}?_q=${encodeURIComponent(bill.version_no)}`, { timeZone });
        await page.getByRole('gridcell', { name: '2016年4月15日', exact: true }).click();
        await page.waitForURL(`**${form}**`);
        await expectEventually(() => dayField(page).inputValue(), '2016/04/15');
        await dayField(page).click();
        await dayField(page).press('Escape');
        await page.getByRole('textbox', { name: '案由與說明' }).fill('案由');
        await save(page);
        expect(await dateOf(bill)).toBe(date);

        await page.reload();
        await writeDay(page, '提案日期', '2016/05/20');
        await expectEventually(() => dayField(page).inputValue(), '2016/05/20');
        await save(page);
        expect(await dateOf(bill)).toBe(Date.UTC(2016, 4, 20));
      },
    );

  browserTest('keeps a time of day that is stored', async ({ open }) => {
    const { bill, form } = await billOf(AFTERNOON);
    const page = await open(form, { timeZone });
    const group = page.getByRole('group', { name: '提案日期', exact: true });
    await expectEventually(
      () => group.getByRole('combobox').last().inputValue(),
      timeZone === 'Asia/Taipei' ? '14:30' : '02:30',
    );
    await page.getByRole('textbox', { name: '案由與說明' }).fill('案由');
    await save(page);
    expect(await dateOf(bill)).toBe(AFTERNOON);
  });

  browserTest('filters a list; is chosen in the calendar as it is written', async ({ open }) => {
    const word = unique('字號');
    for (const [name, date] of Object.entries({ ...MIDNIGHTS, before: MIDNIGHTS.Taiwan - 86_400_000 }))
      await make('bill', { version_no: `${word} ${name}`, date });
    const filter = 'filters[$and][0][date][$eq]=2016-04-15';
    const page = await open(`${LIST}?_q=${encodeURIComponent(word)}&${filter}`, { timeZone });
    await page
      .getByRole('row')
      .filter({ hasText: `${word} UTC` })
      .waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: `${word} Taiwan` })
      .waitFor();
    await expectEventually(() => page.getByRole('row').count(), 3);
    await page
      .getByText('提案日期 為 2016-04-15')
      .or(page.getByText(/提案日期 .* 2016-04-15/))
      .first()
      .waitFor();

    const { bill, form } = await billOf(MIDNIGHTS.UTC);
    await follow(page, form);
    await dayField(page).click();
    await page.getByRole('dialog', { name: '選擇日期' }).getByText('21', { exact: true }).click();
    await expectEventually(() => dayField(page).inputValue(), '2016/04/21');
    await save(page);
    expect(await dateOf(bill)).toBe(Date.UTC(2016, 3, 21));
  });
});
