import type { Page, Request } from 'playwright-core';
import { browserTest, expectEventually, follow } from '../support/browser';
import { del, get, patch, send, sql } from '../support/client';
import { make, unique, voteTwice } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { createPanelUser } from '../support/panel-users';

const LISTS = '/admin/content-manager/collection-types';
const BILL = 'api::bill.bill';
const TAG = 'api::tag.tag';

const sidePanel = (page: Page) => page.locator('aside').filter({ hasText: /歷程|History/i });

const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name });

const formOf = async (uid: string, table: string, number: number) =>
  `${LISTS}/${uid}/${await documentOf(table, number)}`;

const save = (page: Page) => page.getByRole('button', { name: /^(儲存|Save)$/ }).click();

const undo = (page: Page) => page.getByRole('button', { name: /^(復原|Undo)$/ });

/** A bill whose text, sponsors and steps the API has changed. */
async function changedBill() {
  const reps = [await make('rep', { name: '林一員' }), await make('rep', { name: '王二員' })];
  const [first, second] = [
    await make('legislative-step', { name: '一讀' }),
    await make('legislative-step', { name: '二讀' }),
  ];
  const bill = await make('bill', {
    version_no: unique('委員提案'),
    content: '勞工退休金條例第七條修正草案',
    sponsors: [reps[0]?.id],
    legislative_steps: [{ date: Date.UTC(2020, 1, 3), legislative_step_id: first.id }],
  });
  await patch(`/console/lab/rs_bills/${bill.id}`, {
    content: '勞工保險條例第七條修正草案',
    sponsors: [reps[1]?.id, reps[0]?.id],
    legislative_steps: [
      { date: Date.UTC(2020, 1, 4), legislative_step_id: first.id },
      { date: Date.UTC(2020, 2, 4), legislative_step_id: second.id },
    ],
  });
  return { bill, path: await formOf(BILL, 'bills', bill.id) };
}

const compare = (page: Page) => sidePanel(page).getByRole('button', { name: /看.*修改內容/ });

describe('the history of a record', () => {
  browserTest(
    'lists who changed what beside its form, compares before and after, and restores one field',
    async ({ open }) => {
      const { bill, path } = await changedBill();
      const page = await open(path);
      const entries = sidePanel(page).getByRole('listitem');
      await entries.first().getByText('editor').waitFor();
      expect(await entries.first().locator('time').getAttribute('title')).toMatch(/:\d{2}\.\d{3}$/);
      await entries.first().getByText('修改：提案人、案由與說明、審議進度').waitFor();
      await entries.nth(1).getByText('新增').waitFor();
      await compare(page).first().click();
      const comparison = dialog(page, /修改內容/);
      const field = (name: string) => comparison.getByRole('region', { name, exact: true });
      await expectEventually(() => field('案由與說明').locator('del').allTextContents(), ['退休金']);
      expect(await field('案由與說明').locator('ins').allTextContents()).toEqual(['保險']);
      await field('提案人').getByText('加入').waitFor();
      expect(await field('提案人').locator('ins').allTextContents()).toEqual(['王二員']);
      const changed = field('審議進度').getByRole('region', { name: '修改一列' });
      await changed.getByText('一讀').waitFor();
      expect(await changed.locator('ins').allTextContents()).toEqual(['2020年2月4日']);
      await field('審議進度').getByRole('region', { name: '新增一列' }).getByText('二讀').waitFor();

      // What that does is shown first; others’ work is restored with a reason.
      await field('案由與說明').getByRole('button', { name: '還原這一欄' }).click();
      const plan = dialog(page, /確認還原/);
      await expectEventually(() => plan.locator('ins').allTextContents(), ['退休金']);
      const apply = plan.getByRole('button', { name: '還原', exact: true });
      await expectEventually(() => apply.isDisabled(), true);
      await plan.getByRole('textbox').fill('原來的才對');
      await apply.click();
      await page.getByText('已還原。').waitFor();
      const restored = (await get(`/console/lab/rs_bills/${bill.id}`)).body;
      expect([restored.content, restored.sponsors.length]).toEqual(['勞工退休金條例第七條修正草案', 2]);
      await expectEventually(() => page.locator('textarea[name=content]').inputValue(), restored.content);
      await sidePanel(page).getByText('原因：原來的才對').waitFor();
    },
  );

  browserTest('has more entries on request, and begins with the creation', async ({ open }) => {
    const tag = await make('tag');
    for (let each = 0; each < 23; each += 1) await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    const page = await open(await formOf(TAG, 'tags', tag.id), { language: 'en' });
    const entries = sidePanel(page).getByRole('listitem');
    const more = sidePanel(page).getByRole('button', { name: 'Show more' });
    await expectEventually(() => entries.count(), 5);
    await more.click();
    await expectEventually(() => entries.count(), 20);
    await page.route('**/newsroom/history/records/**before=*', (route) => route.abort(), { times: 1 });
    await more.click();
    await sidePanel(page).getByText('History is not available').waitFor();
    await more.click();
    await expectEventually(() => entries.count(), 24);
    await entries.last().getByText('Created').waitFor();
    await expectEventually(() => more.count(), 0);
    // To come back to the window reads it again; what fails can be tried again.
    await page.route('**/newsroom/history/records/**', (route) => route.abort(), { times: 1 });
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await sidePanel(page).getByRole('button', { name: 'Try again' }).click();
    await entries.first().getByText('Changed').waitFor();
  });
});

describe('the message after a write', () => {
  browserTest('undoes a save, whose note is in the history', async ({ open }) => {
    const tag = await make('tag', { name: unique('標籤') });
    const page = await open(await formOf(TAG, 'tags', tag.id));
    const name = page.locator('input[name=name]');
    await name.fill('改錯的名字');
    await sidePanel(page).getByRole('textbox', { name: /原因/ }).fill('依公報更正');
    // The button does not wait for what the request has changed.
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/newsroom/history/requests/**', async (route) => {
      await isAsked;
      await route.continue();
    });
    await save(page);
    await undo(page).waitFor();
    await sidePanel(page).getByText('原因：依公報更正').waitFor();
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe('改錯的名字');
    await undo(page).click();
    answer();
    await page.getByText('已復原。').waitFor();
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe(tag.name);
    await expectEventually(() => name.inputValue(), tag.name);
  });

  browserTest('shows what it would delete before it undoes the creation of a record', async ({ open }) => {
    const name = unique('標籤');
    const page = await open(`${LISTS}/${TAG}/create`);
    await page.locator('input[name=name]').fill(name);
    await save(page);
    await page.waitForURL((address) => !address.pathname.endsWith('/create'));
    const [tag] = await sql('select number from tags where name = $1', [name]);
    await undo(page).click();
    const plan = dialog(page, /確認還原/);
    await plan.getByText('會刪除這筆標籤').waitFor();
    await plan.getByText('沒有其他資料用到。').waitFor();
    expect((await get(`/console/lab/rs_tags/${tag?.number}`)).status).toBe(200);
    let lost = '';
    await page.route(
      '**/newsroom/history/restore',
      async (route) => {
        lost = await (await route.fetch()).text();
        await route.abort();
      },
      { times: 1 },
    );
    const apply = plan.getByRole('button', { name: '還原', exact: true });
    await apply.click();
    await plan.getByText('不確定是否已還原').waitFor();
    expect(JSON.parse(lost)).toEqual(expect.objectContaining({ change: expect.any(Number) }));
    expect(await apply.isDisabled()).toBe(true);
    await plan.getByRole('button', { name: '看現在的資料' }).click();
    await plan.waitFor({ state: 'hidden' });
    expect((await get(`/console/lab/rs_tags/${tag?.number}`)).status).toBe(404);
  });

  browserTest('names what keeps a save from being undone, and where to look', async ({ open }) => {
    const rep = await make('rep', { name: unique('委員') });
    const bill = await make('bill', { sponsors: [rep.id] });
    const page = await open(await formOf(BILL, 'bills', bill.id));
    const sponsor = page.locator('li').filter({ hasText: rep.name as string });
    await sponsor.getByRole('button').last().click();
    await sponsor.waitFor({ state: 'detached' });
    await save(page);
    await undo(page).waitFor();
    await del(`/console/lab/reps/${rep.id}`);
    await undo(page).click();
    const plan = dialog(page, /確認還原/);
    await plan.getByText(`「提案人」原來用到的「${rep.name}」已經不在`).waitFor();
    expect(await plan.getByText('is deleted').count()).toBe(0);
    const link = plan.getByRole('link', { name: '看歷程' });
    expect(await link.getAttribute('href')).toContain(await documentOf('bills', bill.id));
    const gone = plan.getByRole('link', { name: /^看已刪除的/ });
    expect(await gone.getAttribute('href')).toContain(`/deleted?uid=${encodeURIComponent('api::rep.rep')}`);
    const [list] = await Promise.all([page.context().waitForEvent('page'), gone.click()]);
    await list.getByRole('button', { name: `還原「${rep.name}」` }).waitFor();
    await list.close();
    await plan.getByRole('button', { name: '略過已經刪除的資料' }).click();
    await plan.getByText('不需要還原').waitFor();
  });

  browserTest('undoes the deletion of a selection', async ({ open }) => {
    const tags = [await make('tag', { name: unique('標籤') }), await make('tag', { name: unique('標籤') })];
    const page = await open(`${LISTS}/${TAG}?sort=number:DESC`, { language: 'en' });
    const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title });
    for (const { name } of tags) await rowOf(name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await undo(page).click();
    await page.getByText('Undone.').waitFor();
    for (const { id, name } of tags) {
      await rowOf(name).waitFor();
      expect((await get(`/console/lab/rs_tags/${id}`)).status).toBe(200);
    }
  });
});

describe('the list of all changes', () => {
  browserTest('has a line for each change, can be filtered, and takes a change back', async ({ open }) => {
    const tag = await make('tag', { name: unique('標籤') });
    const bills = [await make('bill', { tags: [tag.id] }), await make('bill', { tags: [tag.id] })];
    await panel('DELETE', TAG, `/${await documentOf('tags', tag.id)}`);
    const page = await open('/admin/plugins/newsroom/changes', { as: 'admin' });
    const first = page.getByRole('main').getByRole('listitem').first();
    await first.getByText('改了 2 筆議案、刪除 1 筆標籤').waitFor();
    await first.getByText('Rostra Admin').waitFor();
    await first.getByRole('button', { name: /改的資料/ }).click();
    await first.getByText(tag.name).waitFor();
    await page.getByRole('combobox', { name: '從哪裡' }).click();
    await page.getByRole('option', { name: 'API', exact: true }).click();
    await expectEventually(() => page.getByText('改了 2 筆議案、刪除 1 筆標籤').count(), 0);
    await page.getByRole('button', { name: '清除篩選' }).last().click();
    await first.getByText('改了 2 筆議案、刪除 1 筆標籤').waitFor();
    // Under the day on which it was made.
    const [latest] = (await send('GET', '/newsroom/history/changes?limit=1', undefined, { as: 'admin' })).body.rows;
    const today = new Date(latest.at).toLocaleDateString('zh-TW', { dateStyle: 'full', timeZone: 'Asia/Taipei' });
    await page.getByRole('heading', { level: 2, name: today }).waitFor();
    await first.getByRole('button', { name: /還原.*的變更/ }).click();
    const plan = dialog(page, /確認還原/);
    await plan.getByText('會新增這筆標籤').waitFor();
    await plan.getByRole('button', { name: '還原', exact: true }).click();
    await page.getByText('已還原。').waitFor();
    for (const { id } of bills) expect((await get(`/console/lab/rs_bills/${id}`)).body.tags).toEqual([tag.id]);
    await first.getByText('還原', { exact: true }).first().waitFor();
    for (let each = 0; each < 31; each += 1) await make('tag');
    await page.reload();
    await page.locator('a[href*="page=2"]').first().press('Enter');
    await page.waitForURL('**page=2**');
    await page.getByRole('region', { name: '變更紀錄' }).and(page.locator(':focus')).waitFor();
    await first.waitFor();
  });
});

describe('the list of deleted records', () => {
  browserTest('restores a record with what referred to it', async ({ open }) => {
    const tag = await make('tag', { name: unique('標籤') });
    const bill = await make('bill', { tags: [tag.id] });
    const vote = await make('vote', { title: unique('表決'), aye: [(await make('rep')).id], tags: [tag.id] });
    await sql(voteTwice, [vote.id]);
    await del(`/console/lab/rs_tags/${tag.id}`);
    const page = await open('/admin/plugins/newsroom/deleted');
    const button = page.getByRole('button', { name: `還原「${tag.name}」` });
    await button.waitFor();

    // An answer that comes after that of a later request changes nothing.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isOfBills = (address: URL | string) => String(address).includes('/history/deleted?uid=');
    await page.route(isOfBills, (route) => held.then(() => route.continue()));
    await page.getByRole('combobox', { name: '資料種類' }).click();
    await page.getByRole('option', { name: '議案', exact: true }).click();
    // What another filter has found is gone at once.
    await expectEventually(() => button.count(), 0);
    const whole = page.waitForResponse((answer) => answer.url().endsWith('/history/deleted?'));
    await page.getByRole('button', { name: '清除篩選' }).last().click();
    await whole;
    const late = page.waitForResponse((answer) => isOfBills(answer.url()));
    release();
    await (await late).finished();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await button.count()).toBe(1);

    await button.click();
    const plan = dialog(page, /確認還原/);
    await plan.getByText('會新增這筆標籤').waitFor();
    // A vote that is not as today's rules want it.
    await plan.getByText(new RegExp(`目前無法還原：[^]*${vote.title}`)).waitFor();
    await plan.getByRole('button', { name: '其他資料維持現狀，其餘的照樣還原' }).click();
    await plan.getByText(new RegExp(`會維持現狀：[^]*${vote.title}`)).waitFor();
    await plan.getByRole('textbox').fill('誤刪');
    await plan.getByRole('button', { name: '還原', exact: true }).click();
    await page.getByText('已還原。').waitFor();
    await expectEventually(() => page.getByText(tag.name).count(), 0);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.tags).toEqual([tag.id]);
    expect((await get(`/console/lab/rs_votes/${vote.id}`)).body.tags).toEqual([]);
  });
});

describe('the address of a deleted record', () => {
  browserTest(
    'is left for the list by its form, without reading it again, and says who deleted it',
    async ({ open }) => {
      const tag = await make('tag', { name: unique('標籤') });
      const path = await formOf(TAG, 'tags', tag.id);
      const page = await open(path);
      await page.locator('input[name=name]').fill('不會存的名字');
      const reads: string[] = [];
      const note = (request: Request) => {
        if (request.method() === 'GET' && request.url().includes(path.replace('/admin', ''))) reads.push(request.url());
      };
      await page.getByRole('button', { name: '更多動作' }).click();
      await page.getByRole('menuitem', { name: '刪除資料' }).click();
      await page.getByText('刪除後可以在「已刪除」還原').waitFor();
      page.on('request', note);
      await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
      await undo(page).waitFor();
      await page.getByRole('heading', { name: '標籤', exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${LISTS}/${TAG}`);
      page.off('request', note);
      expect(reads).toEqual([]);
      expect((await get(`/console/lab/rs_tags/${tag.id}`)).status).toBe(404);

      // At its address, the restore of the list of deleted records leads back to the form.
      await page.route('**/newsroom/history/deleted?**', (route) => route.abort());
      await follow(page, path);
      await page.getByRole('heading', { name: '目前讀不到這筆資料' }).waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: '再試一次' }).click();
      await page.getByRole('heading', { name: '這筆資料已經刪除' }).waitFor();
      const record = page.getByRole('main').getByRole('listitem');
      await record.getByText(tag.name).waitFor();
      await record.getByText('Rostra Editor').waitFor();
      await record.locator('time').waitFor();
      expect(await page.getByText('Not Found').count()).toBe(0);
      await record.getByRole('button', { name: `還原「${tag.name}」` }).click();
      const plan = dialog(page, /確認還原/);
      await plan.getByText('會新增這筆標籤').waitFor();
      await plan.getByRole('button', { name: '還原', exact: true }).click();
      await expectEventually(() => page.locator('input[name=name]').inputValue(), tag.name);
      expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe(tag.name);

      await follow(page, `${LISTS}/${TAG}/neverexisted0000000000000`);
      await page.getByRole('heading', { name: '找不到這筆資料' }).waitFor();
      await page.getByText('沒有這筆資料，或您的角色不能閱讀。').waitFor();
      expect(await page.getByText('Not Found').count()).toBe(0);
    },
  );

  browserTest('says nothing of it to those who may not read such records', async ({ open }) => {
    const tag = await make('tag', { name: unique('標籤') });
    const path = await formOf(TAG, 'tags', tag.id);
    await del(`/console/lab/rs_tags/${tag.id}`);
    const action = 'plugin::content-manager.explorer.create';
    const { authorization } = await createPanelUser([{ action, subject: TAG, properties: { fields: ['name'] } }]);
    const page = await open(path, { as: authorization.replace('Bearer ', ''), language: 'en' });
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Record not found' }).waitFor();
    await main.getByText('There is no such record, or your role may not read it.').waitFor();
    expect(await main.getByRole('listitem').count()).toBe(0);
    expect(await main.textContent()).not.toMatch(new RegExp(`${tag.name}|editor`));
  });
});
