import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { del, get, patch, testService } from '../support/client';
import { identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { importClient, parties } from '../support/import-page';
import { documentOf } from '../support/panel';
import { tokenAs } from '../support/panel-users';

const IMPORT = '/admin/plugins/newsroom/import';
const ids = identifiersUpTo(8_900_000);

const csv = (...lines: string[]): string => lines.join('\r\n');

/** Drops files on the drop zone. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  // As a string, because the browser's types are not available here.
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) transfer.items.add(new File([text], name));
    return transfer;
  })()`);
  await page.getByTestId('import-drop').dispatchEvent('drop', { dataTransfer: dropped });
}

/** Waits until an import of these files is in this state; returns its card. */
async function card(page: Page, title: string, state: string) {
  const found = page.getByRole('article', { name: title }).filter({ hasText: state }).first();
  await found.waitFor();
  return found;
}

describe('the import page', () => {
  browserTest(
    'names the faults of a dropped file; once mended it is planned, applied, and taken back',
    async ({ open }) => {
      const party = await make('party', { name: unique('舊黨'), abbreviation: '舊稱' });
      const other = await make('party', { name: unique('別黨') });
      const [fresh] = ids(1);
      const name = unique('新黨');
      const page = await open('/admin/');
      await page.getByRole('link', { name: '匯入' }).click();
      const file = `${unique('parties')}.csv`;

      await drop(page, [
        { name: file, text: csv('id,name,abbreviation', `${party.id},${party.name},新稱`, `${fresh},,甲`) },
      ]);
      const plan = page.getByRole('button', { name: '預覽變更' });
      await expectEventually(() => plan.isDisabled(), true);
      await page.getByRole('combobox', { name: `${file} 的內容是` }).click();
      await page.getByRole('option', { name: /parties$/ }).click();
      await plan.click();
      const faulty = await card(page, file, '有錯誤');
      const fault = faulty.getByRole('row').filter({ hasText: '第 3 行' });
      expect(await fault.textContent()).toMatch(/名稱[\s\S]*這個欄位必填，請填上。/);
      await expectEventually(() => faulty.getByRole('button', { name: '套用' }).count(), 0);
      await faulty.getByRole('button', { name: '捨棄' }).click();
      await faulty.waitFor({ state: 'detached' });

      const mended = csv(
        'id,external_id,name,abbreviation',
        `${party.id},P-${party.id},${party.name},新稱`,
        `${fresh},P-${fresh},${name},甲`,
        `${other.id},,${other.name},${other.abbreviation}`,
      );
      await drop(page, [{ name: 'parties.csv', text: mended }]);
      const source = page.getByRole('combobox', { name: '來源' });
      await source.fill('LIS');
      await page.getByText('請用小寫英文字母、數字與連字號').waitFor();
      expect(await plan.isDisabled()).toBe(true);
      await source.fill('panel-test');
      await plan.click();
      const planned = await card(page, 'parties.csv', '待套用');
      await planned.getByText('會記住 1 筆既有資料在 panel-test 的識別碼。').waitFor();
      expect(await planned.textContent()).toContain('來源：panel-test');
      const record = planned.getByRole('article', { name: party.name });
      await expectEventually(() => record.locator('del').allInnerTexts(), ['舊']);
      await expectEventually(() => record.locator('ins').allInnerTexts(), ['新']);
      await planned.getByRole('button', { name: '顯示新增的政黨（1 筆）' }).click();
      await planned.getByRole('article', { name }).waitFor();
      expect((await get(`/console/lab/parties/${party.id}`)).body.abbreviation).toBe('舊稱');

      await planned.getByRole('button', { name: '套用' }).click();
      const applied = await card(page, 'parties.csv', '已套用');
      expect((await get(`/console/lab/parties/${party.id}`)).body).toEqual({ ...party, abbreviation: '新稱' });
      expect((await get(`/console/lab/parties/${fresh}`)).body).toMatchObject({ name, abbreviation: '甲' });
      expect((await get(`/console/lab/parties/${other.id}`)).body).toEqual(other);
      const found = await get(`/console/lab/parties?source=panel-test&external_id=P-${fresh}`);
      expect(found.body.rows).toMatchObject([{ id: fresh }]);
      const form = await open(
        `/admin/content-manager/collection-types/api::party.party/${await documentOf('parties', fresh ?? 0)}`,
      );
      await form.getByText(`在 panel-test 的識別碼：P-${fresh}`).waitFor();
      await form.close();

      const batch = /批次 (\d+)/.exec((await applied.textContent()) ?? '')?.[1];
      await applied.getByRole('button', { name: '知道了' }).click();
      const changes = page.locator(`#batch-${batch}`).getByRole('link', { name: '查看變更' });
      expect(await changes.getAttribute('href')).toMatch(new RegExp(`/plugins/newsroom/changes\\?batch=${batch}$`));
      await page.getByRole('button', { name: `復原批次 ${batch}` }).click();
      await page
        .getByRole('alertdialog')
        .getByText(/復原時：政黨 (改回 1、刪除 1|刪除 1、改回 1)/)
        .waitFor();
      await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
      await card(page, `復原批次 ${batch}`, '已復原');
      expect((await get(`/console/lab/parties/${party.id}`)).body).toEqual(party);
      expect((await get(`/console/lab/parties/${fresh}`)).status).toBe(404);
    },
  );

  browserTest('shows a plan again to who comes back, and to colleagues; in English', async ({ open }) => {
    const [id] = ids(1);
    const first = await open(IMPORT);
    const text = csv('id,name,abbreviation', `${id},${unique('黨')},甲`);
    await first
      .locator('input[type=file]')
      .setInputFiles({ name: 'parties (3).csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await first.getByRole('button', { name: '預覽變更' }).click();
    await card(first, 'parties (3).csv', '待套用');
    await first.close();

    const page = await open(IMPORT, { as: 'admin', language: 'en' });
    const planned = await card(page, 'parties (3).csv', 'ready to apply');
    expect(await planned.textContent()).toContain('Rostra Editor');
    await planned.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await planned.waitFor({ state: 'detached' });
    expect((await get(`/console/lab/parties/${id}`)).status).toBe(404);
  });

  browserTest(
    'names what stands in the way of an undo, and undoes the rest if the editor wants that',
    async ({ open }) => {
      const { plan, apply } = importClient(testService.url, `Bearer ${testService.tokens.panelEditor}`);
      const [edited, other] = ids(2);
      const name = unique('黨');
      const lines = [`${edited},${name},甲`, `${other},${unique('黨')},乙`];
      const { batch } = await apply((await plan(parties(csv('id,name,abbreviation', ...lines)))).id);
      await patch(`/console/lab/parties/${edited}`, { abbreviation: '別人的' });
      const page = await open(IMPORT);
      await page.getByRole('button', { name: `復原批次 ${batch}` }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('目前無法復原：至少有 1 筆資料擋住').waitFor();
      const obstacle = question.getByRole('listitem');
      await obstacle.getByText('匯入之後又有人改過').waitFor();
      expect(await obstacle.getByRole('link', { name }).getAttribute('href')).toContain(
        `/api::party.party/${await documentOf('parties', edited ?? 0)}`,
      );
      expect(await question.getByRole('button', { name: '確認' }).count()).toBe(0);
      await question.getByRole('button', { name: '保留這些資料的現狀，復原其他的' }).click();
      await question.getByText('另有 1 筆資料').waitFor();
      await question.getByRole('button', { name: '確認' }).click();
      await card(page, `復原批次 ${batch}`, '已復原；後來有人改過的，都保留現狀。');
      expect((await get(`/console/lab/parties/${edited}`)).body.abbreviation).toBe('別人的');
      expect((await get(`/console/lab/parties/${other}`)).status).toBe(404);
    },
  );

  browserTest(
    'keeps what people have done since the last import, unless the editor wants what the file says',
    async ({ open }) => {
      const [id, gone] = ids(2);
      const [name, other] = [unique('黨'), unique('黨')];
      const file = (abbreviation: string) => ({
        name: `${unique('parties')}.csv`,
        text: csv('id,name,abbreviation', `${id},${name},${abbreviation}`, `${gone},${other},丙`),
      });
      const abbreviation = async (): Promise<string> => (await get(`/console/lab/parties/${id}`)).body.abbreviation;
      const page = await open(IMPORT);
      const plan = async (content: { name: string; text: string }) => {
        await drop(page, [content]);
        await page.getByRole('combobox', { name: `${content.name} 的內容是` }).click();
        await page.getByRole('option', { name: /parties$/ }).click();
        await page.getByRole('button', { name: '預覽變更' }).click();
        return await card(page, content.name, '待套用');
      };
      const first = await plan(file('甲'));
      await first.getByRole('button', { name: '套用' }).click();
      await expectEventually(abbreviation, '甲');
      await patch(`/console/lab/parties/${id}`, { abbreviation: '編輯' });
      await del(`/console/lab/parties/${gone}`);

      const newer = file('乙');
      const planned = await plan(newer);
      await planned.getByText('1 筆資料已有人刪除。').waitFor();
      await planned.getByRole('tab', { name: '人工編輯 2' }).click();
      const conflict = planned.getByRole('article', { name });
      await conflict.getByText('雙方都有變更：保留').waitFor();
      expect([await conflict.locator('del').textContent(), await conflict.locator('ins').textContent()]).toEqual([
        '編輯',
        '乙',
      ]);
      await expectEventually(() => planned.getByRole('button', { name: '套用' }).count(), 0);
      await planned.getByRole('checkbox', { name: /^這些欄位以檔案為準/ }).click();
      await expectEventually(() => planned.getByRole('checkbox', { name: /^這些欄位以檔案為準/ }).isChecked(), true);
      await planned.getByRole('tab', { name: '人工編輯 2' }).click();
      await conflict.getByText('雙方都有變更：以檔案為準').waitFor();
      await planned.getByText('維持刪除', { exact: true }).first().waitFor();
      // One by one: this record returns, too, and the field stays after all.
      await planned.getByRole('radio', { name: '還原這筆' }).click();
      await conflict.getByRole('radio', { name: '保留目前的內容' }).click();
      await expectEventually(() => planned.getByRole('button', { name: '套用' }).count(), 0);
      await planned.getByRole('tab', { name: '變更' }).click();
      await planned.getByRole('button', { name: '依 2 項選擇重新預覽' }).click();
      await planned.getByRole('button', { name: '套用' }).waitFor();
      await planned.getByRole('tab', { name: '人工編輯 2' }).click();
      await conflict.getByText('雙方都有變更：保留').waitFor();
      await planned.getByText('還原', { exact: true }).waitFor();
      await conflict.getByRole('radio', { name: '依上面的設定' }).click();
      await planned.getByRole('button', { name: '依 1 項選擇重新預覽' }).click();
      await planned.getByRole('button', { name: '套用' }).waitFor();
      await planned.getByRole('tab', { name: '人工編輯 2' }).click();
      await conflict.getByText('雙方都有變更：以檔案為準').waitFor();
      await planned.getByRole('button', { name: '套用' }).click();
      await expectEventually(abbreviation, '乙');
      expect((await get(`/console/lab/parties/${gone}`)).status).toBe(200);

      // A file that says what somebody has written by hand changes nothing, but the next import is to know.
      await patch(`/console/lab/parties/${id}`, { abbreviation: '同' });
      const same = file('同');
      const unchanged = await plan(same);
      await unchanged.getByText('檔案不會變更任何資料，但仍請套用').waitFor();
      await expectEventually(() => unchanged.getByRole('button', { name: '套用' }).count(), 1);
    },
  );

  browserTest('removes what the source no longer has, once the editor allows so much', async ({ open }) => {
    const [edited, ...others] = ids(3);
    const [kept, source] = [unique('黨'), 'panel-sync'];
    const head = 'id,external_id,name,abbreviation';
    const lines = others.map((id) => `${id},${id},${unique('黨')},甲`);
    const before = importClient(testService.url, `Bearer ${testService.tokens.panelEditor}`);
    const { id } = await before.plan(parties(csv(head, `${edited},${edited},${kept},甲`, ...lines)), { source });
    expect(await before.apply(id)).toMatchObject({ state: 'applied' });
    await before.ask('DELETE', `/${id}`);
    await patch(`/console/lab/parties/${edited}`, { abbreviation: '編輯' });

    const page = await open(IMPORT);
    await drop(page, [{ name: 'parties.csv', text: csv(head) }]);
    await page.getByRole('combobox', { name: '來源' }).fill(source);
    await page.getByRole('checkbox', { name: '刪除來源已沒有的資料' }).click();
    await page.getByRole('button', { name: '預覽變更' }).click();
    const faulty = await card(page, 'parties.csv', '有錯誤');
    await faulty.getByText('要刪除的比平常多').waitFor();
    await faulty.getByRole('button', { name: '允許每種資料最多刪除 2 筆' }).click();
    const planned = await card(page, 'parties.csv', '待套用');
    await planned.getByRole('tab', { name: '人工編輯 1' }).click();
    const stays = planned.getByRole('article', { name: kept });
    await stays.getByText('來源已無此筆：保留').waitFor();
    expect(await stays.textContent()).toContain('有人編輯過');
    await expectEventually(() => planned.getByRole('checkbox', { name: /^這些資料也刪除/ }).isChecked(), false);
    await planned.getByRole('button', { name: '套用' }).click();
    await card(page, 'parties.csv', '已套用');
    const statuses = [edited, ...others].map(async (each) => (await get(`/console/lab/parties/${each}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });

  browserTest('tells what is wrong with a file that cannot be read, and stops what is too large', async ({ open }) => {
    const page = await open(IMPORT);
    await drop(page, [{ name: 'rs_bills.xlsx', text: 'no workbook' }]);
    await page.getByRole('button', { name: '預覽變更' }).click();
    const failed = await card(page, 'rs_bills.xlsx', '失敗');
    expect(await failed.getByRole('alert').textContent()).toContain('rs_bills.xlsx: is not a workbook');
    await failed.getByRole('button', { name: '知道了' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  browserTest('is not there for a reviewer', async ({ open }) => {
    const page = await open('/admin/', { as: await tokenAs('rostra-reviewer') });
    await page.locator('nav a[href^="/admin/content-manager"]').first().waitFor();
    await expectEventually(() => page.locator('nav a[href*="newsroom/import"]').count(), 0);
    await page.goto(`${testService.url}${IMPORT}`);
    await page.getByText('您沒有權限存取這個內容').first().waitFor();
    await expectEventually(() => page.getByTestId('import-drop').count(), 0);
  });
});
