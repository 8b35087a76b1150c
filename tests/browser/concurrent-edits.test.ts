import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { get, patch } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';

const formOf = async (number: number) =>
  `/admin/content-manager/collection-types/api::bill.bill/${await documentOf('bills', number)}`;

const content = (page: Page) => page.locator('textarea[name=content]');
const versionNumber = (page: Page) => page.locator('input[name=version_no]');
const save = (page: Page) => page.getByRole('button', { name: '儲存', exact: true }).first().click();
const isSaved = (page: Page) =>
  page
    .getByText(/已儲存/)
    .first()
    .waitFor();

describe('two editors with the same record open', () => {
  browserTest(
    'keep what each has written to other fields, and choose where both have changed the same',
    async ({ open }) => {
      const bill = await make('bill', { content: '勞工退休金條例第七條修正草案', version_no: unique('字') });
      const stored = async (): Promise<Record<string, unknown>> => (await get(`/console/lab/rs_bills/${bill.id}`)).body;
      const [first, second] = [await open(await formOf(bill.id)), await open(await formOf(bill.id), { as: 'admin' })];
      await content(second).waitFor();
      await first.getByText('Rostra Admin也開著這一筆').waitFor();
      await content(first).fill('勞工保險條例第七條修正草案');
      await second.getByText('Rostra Editor正在修改這一筆').waitFor();
      await save(first);
      await isSaved(first);
      await second.getByText('這一筆剛才有人改過').waitFor();
      await second.getByText('Rostra Editor也開著這一筆').waitFor();
      const number = unique('號');
      await versionNumber(second).fill(number);
      await save(second);
      await isSaved(second);
      expect(await stored()).toMatchObject({ content: '勞工保險條例第七條修正草案', version_no: number });
      await expectEventually(() => content(second).inputValue(), '勞工保險條例第七條修正草案');

      await content(second).fill('就業保險法第七條修正草案');
      await save(second);
      await expectEventually(async () => (await stored()).content, '就業保險法第七條修正草案');
      // The first form has not seen the last two saves.
      await content(first).fill('勞動基準法第七條修正草案');
      await save(first);
      const dialog = first.getByRole('dialog', { name: /別人改了相同的欄位/ });
      const field = dialog.getByRole('region', { name: '案由與說明' });
      await field.getByText('Rostra Admin').waitFor();
      await field.locator('time').first().waitFor();
      expect((await field.locator('del').allTextContents()).join('')).toContain('就業保險');
      expect((await field.locator('ins').allTextContents()).join('')).toContain('勞動基準');
      expect(await dialog.getByRole('region').count()).toBe(1);
      const done = dialog.getByRole('button', { name: '儲存', exact: true });
      expect(await done.isDisabled()).toBe(true);
      await dialog.getByRole('contentinfo').getByRole('button').first().click();
      expect((await stored()).content).toBe('就業保險法第七條修正草案');
      expect(await content(first).inputValue()).toBe('勞動基準法第七條修正草案');

      await save(first);
      await field.getByText('改成我的內容').click();
      await done.click();
      await expectEventually(async () => (await stored()).content, '勞動基準法第七條修正草案');
      expect((await stored()).version_no).toBe(number);
      await expectEventually(() => versionNumber(first).inputValue(), number);

      // Pressed twice, it is sent once; the answer gets lost.
      const sent: string[] = [];
      first.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
      let isLost = false;
      await first.route(/\/content-manager\/collection-types\//, async (route) => {
        if (isLost || route.request().method() !== 'PUT') return route.continue();
        isLost = true;
        await route.fetch();
        return route.abort();
      });
      await content(first).fill('存到一半');
      await first.getByRole('button', { name: '儲存', exact: true }).first().dblclick();
      await first.getByText('不確定是否已儲存').first().waitFor();
      expect([sent.length, await content(first).inputValue()]).toEqual([1, '存到一半']);
      await content(first).fill('存完了');
      // Once for both, until it is closed or the record is saved.
      await expectEventually(() => first.getByText('不確定是否已儲存').count(), 1);
      await first.locator('[data-sonner-toast]').getByRole('button', { name: '關閉' }).first().click();
      await expectEventually(() => first.getByText('不確定是否已儲存').count(), 0);
      // The service says that it does not know, and that nothing is stored.
      for (const [code, words] of [
        ['OUTCOME_UNKNOWN', '不確定是否已儲存'],
        ['UNAVAILABLE', '未儲存：資料庫暫時無法寫入'],
      ] as const) {
        const error = { status: 503, name: 'DatabaseError', message: 'away', details: { code } };
        await first.route(
          /\/content-manager\/collection-types\//,
          (route) => route.fulfill({ status: 503, json: { data: null, error } }),
          { times: 1 },
        );
        await save(first);
        await first.getByText(words).first().waitFor();
        expect(await content(first).inputValue()).toBe('存完了');
      }
      await save(first);
      await expectEventually(async () => sent.length, 4);
      await expectEventually(async () => (await stored()).content, '存完了');
      await expectEventually(() => first.getByRole('button', { name: '儲存', exact: true }).first().isDisabled(), true);

      await patch(`/console/lab/rs_bills/${bill.id}`, { content: '留下這個', version_no: null });
      await content(second).fill('不要這個');
      const other = unique('號');
      await versionNumber(second).fill(other);
      await save(second);
      const choice = (name: string) => second.getByRole('dialog').getByRole('region', { name });
      // Where nothing is stored, one's own content is added.
      await choice('字號').locator('ins').getByText(other).waitFor();
      expect(await choice('字號').locator('del').count()).toBe(0);
      await choice('字號').getByText('改成我的內容').click();
      await choice('案由與說明').getByText('留下對方的內容').click();
      await second.getByRole('dialog').getByRole('button', { name: '儲存', exact: true }).click();
      await expectEventually(async () => (await stored()).version_no, other);
      expect((await stored()).content).toBe('留下這個');
      await expectEventually(() => content(second).inputValue(), '留下這個');

      await editRows(first, second);
    },
  );
});

/** Both change the same list of rows: different rows, and then the same one. */
async function editRows(first: Page, second: Page): Promise<void> {
  const link = (title: string) => ({ type: 'bill', title, url: `https://example.org/${title}` });
  const overview = await make('topic-overview', { related_links: [link('one'), link('two'), link('three')] });
  const titles = async (): Promise<string[]> =>
    (await get(`/console/lab/topic_overview/${overview.id}`)).body.related_links.map(
      ({ title }: { title: string }) => title,
    );
  const path = `/admin/content-manager/collection-types/api::topic-overview.topic-overview/${await documentOf('topic_overviews', overview.id)}`;
  const titled = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** Opens a row, which closes the others, and writes its title. */
  const write = async (page: Page, row: number, name: string, text: string) => {
    const input = page.locator(`input[name="related_links.${row}.title"]`);
    // A row that closes is visible for a while.
    if ((await titled(page, name).getAttribute('aria-expanded')) !== 'true') await titled(page, name).click();
    await input.fill(text);
  };
  for (const page of [first, second]) {
    await page.goto(new URL(path, page.url()).href);
    await titled(page, 'two').waitFor();
  }
  await write(first, 0, 'one', 'ONE');
  await save(first);
  await isSaved(first);
  await write(second, 1, 'two', 'TWO');
  await save(second);
  await expectEventually(titles, ['ONE', 'TWO', 'three']);
  await titled(second, 'ONE').waitFor();

  await write(first, 0, 'ONE', 'uno');
  await save(first);
  await expectEventually(titles, ['uno', 'TWO', 'three']);
  await write(second, 0, 'ONE', 'eins');
  await write(second, 1, 'TWO', 'zwei');
  await save(second);
  const dialog = second.getByRole('dialog', { name: /別人改了相同的欄位/ });
  await dialog.getByText('留下對方的內容').click();
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectEventually(titles, ['uno', 'zwei', 'three']);
  await titled(second, 'uno').waitFor();

  // Others remove the row that one changes.
  await patch(`/console/lab/topic_overview/${overview.id}`, { related_links: [link('uno'), link('three')] });
  await write(second, 1, 'zwei', 'ZWEI');
  await save(second);
  await dialog.getByText('editor已經移除這一列，您修改過').waitFor();
  await dialog.getByText('改成我的內容').click();
  await dialog.getByRole('button', { name: '儲存', exact: true }).click();
  await expectEventually(titles, ['uno', 'ZWEI', 'three']);
}
