import type { Page } from 'playwright-core';
import { asksBeforeUnload, browserTest, expectEventually, follow } from '../support/browser';
import { register } from '../support/citizen';
import { del, get, patch, sql, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { addRow, pick, save, writeDay } from '../support/form';
import { documentOf } from '../support/panel';
import { tokenAs } from '../support/panel-users';

const FORM = '/admin/content-manager/collection-types/api::bill.bill';

const content = (page: Page) => page.locator('textarea[name=content]');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '繼續上次未儲存的內容？' });
const choose = (page: Page, choice: string) => dialogOf(page).getByRole('button', { name: choice }).click();

/** Tries to leave a changed form by a reload and the end of its tab; both ask first. */
async function stays(page: Page): Promise<void> {
  await asksBeforeUnload(page);
  await asksBeforeUnload(page, () => page.close({ runBeforeUnload: true }));
  expect(await content(page).inputValue()).toBe('勞工退休金條例第八條修正草案');
}

/** Types a name and follows a link as soon as the form has it, as an editor can in a browser that has much to do. */
const typeAndLeave = (page: Page, text: string, link: string): Promise<void> =>
  page.evaluate(`(async () => {
    const field = document.querySelector('input[name=name]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // React renders what is typed in a microtask, and what follows from that later.
    await null;
    document.querySelector('a[href="' + ${JSON.stringify(link)} + '"]').click();
  })()`);

/** Closes a tab without a question, as a crash does, and opens its address in a new one. */
async function lose(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  const address = page.url();
  await page.close();
  await other.goto(address);
  return other;
}

browserTest(
  'what was typed and not saved is offered to the same account, with what has changed meanwhile, until it is saved or discarded',
  async ({ open }) => {
    const rep = await make('rep', { name: unique('委員') });
    const step = await make('legislative-step');
    const former = await make('rep', { name: unique('前委員') });
    const bill = await make('bill', { content: '勞工退休金條例第七條修正草案', sponsors: [former.id] });
    const stored = async (): Promise<Record<string, unknown>> => (await get(`/console/lab/rs_bills/${bill.id}`)).body;
    const form = `${FORM}/${await documentOf('bills', bill.id)}`;
    let page = await open(form);
    await content(page).fill('勞工退休金條例第八條修正草案');
    await stays(page);
    await pick(page, '提案人', rep.name as string);
    const formerItem = page.locator('li').filter({ hasText: former.name as string });
    await formerItem.getByRole('button').last().click();
    await formerItem.waitFor({ state: 'detached' });
    const row = await addRow(page, '審議進度');
    await writeDay(row, '日期', '2020/02/03');
    await pick(row, '審議程序', step.name as string);

    page = await lose(page);
    const field = (name: string) => dialogOf(page).getByRole('region', { name });
    await field('案由與說明').locator('ins').first().waitFor();
    expect((await field('案由與說明').locator('del').allTextContents()).join('')).toContain('七');
    await field('提案人')
      .getByText(rep.name as string)
      .waitFor();
    // The form does not hold the names of those whom it removes.
    await field('提案人')
      .locator('del')
      .filter({ hasText: former.name as string })
      .waitFor();
    await field('審議進度')
      .getByText(step.name as string)
      .waitFor();
    await page.keyboard.press('Escape');
    expect(await dialogOf(page).isVisible()).toBe(true);

    const another = await page.context().newPage();
    const session = await page.context().cookies();
    await page
      .context()
      .addCookies([{ name: 'jwtToken', value: await tokenAs('strapi-editor'), url: testService.url }]);
    await another.goto(page.url());
    await content(another).waitFor();
    expect(await content(another).inputValue()).toBe('勞工退休金條例第七條修正草案');
    expect(await dialogOf(another).count()).toBe(0);
    await another.close();
    // The first tab asks for its own account now.
    await page.getByRole('alertdialog', { name: '請再登入一次' }).waitFor();
    await page.context().addCookies(session);
    page = await lose(page);

    // What gets into the form before the answer does not take its place.
    await dialogOf(page).waitFor();
    await page.evaluate(`{
      const field = document.querySelector('textarea[name=content]');
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, '打到一半');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await expectEventually(() => content(page).inputValue(), '打到一半');
    page = await lose(page);

    await choose(page, '繼續編輯');
    await expectEventually(() => content(page).inputValue(), '勞工退休金條例第八條修正草案');
    await save(page);
    expect(await stored()).toMatchObject({
      content: '勞工退休金條例第八條修正草案',
      sponsors: [rep.id],
      legislative_steps: [{ date: Date.UTC(2020, 1, 3), legislative_step_id: step.id }],
    });

    // The connection is lost, and others change the same field before the draft is offered: it does not overwrite what nobody has seen.
    // A form of its own: what is typed into one that is about to read what it has saved is offered at once.
    page = await lose(page);
    await content(page).fill('我的案由');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '儲存', exact: true }).first().click();
    await page.getByText('不確定是否已儲存').waitFor();
    await page.context().setOffline(false);
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '別人的案由' });
    page = await lose(page);
    await dialogOf(page)
      .getByText(/\d{4}年\d+月\d+日.*\d+:\d{2}/)
      .waitFor();
    await choose(page, '繼續編輯');
    await page.getByRole('button', { name: '儲存', exact: true }).first().click();
    await page.getByRole('dialog', { name: /別人改了相同的欄位/ }).waitFor();
    expect((await stored()).content).toBe('別人的案由');

    page = await lose(page);
    await choose(page, '捨棄');
    await expectEventually(() => content(page).inputValue(), '別人的案由');

    // Only the answer is lost: what is stored is not offered again, although a form cannot compare whom it adds with what is stored.
    const other = await make('rep', { name: unique('委員') });
    const saveUnanswered = async () => {
      await page.route(/api::bill\.bill\/\w+(\?|$)/, async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: '儲存', exact: true }).first().click();
      await page.getByText('不確定是否已儲存').waitFor();
      await page.unrouteAll();
    };
    const own = () => page.getByText('您剛才沒有收到回應的那次儲存，其實已經存好了。');
    const somebodys = () => page.getByText('這一筆剛才有人改過');
    const hear = () => page.evaluate(`dispatchEvent(new Event('focus'))`);
    const asks = /\/newsroom\/history\/requests\//;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.context().route(asks, (route) => released.then(() => route.continue()));
    const asked = page.waitForRequest(asks);
    await pick(page, '提案人', other.name as string);
    await saveUnanswered();
    // The form, which hears of the change, does not name it as that of somebody, nor while it asks history.
    await hear();
    await asked;
    expect([await own().count(), await somebodys().count()]).toEqual([0, 0]);
    release();
    await own().waitFor();
    expect(await somebodys().count()).toBe(0);
    await page.context().unroute(asks);
    page = await lose(page);
    await page.getByText('您上次的儲存其實已經成功').waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    expect(await stored()).toMatchObject({ sponsors: [rep.id, other.id] });
    await content(page).fill('沒有回應的案由');
    await saveUnanswered();
    page = await lose(page);
    await page.getByText('您上次的儲存其實已經成功').waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    // What was said of a save that failed goes once it is found stored. By itself it stays as long as the mouse is there.
    await content(page).fill('再存一次的案由');
    await saveUnanswered();
    await page.getByText('不確定是否已儲存').hover();
    await hear();
    await own().waitFor();
    await expectEventually(() => page.getByText('不確定是否已儲存').count(), 0);
    // Nor once it is saved again, before it hears anything new.
    await page.route(/\/newsroom\/presence$/, (route) => route.abort());
    await page.getByRole('button', { name: '儲存', exact: true }).first().press('Enter');
    await page.getByText('已儲存').first().waitFor();
    await expectEventually(() => page.getByRole('button', { name: '儲存', exact: true }).first().isDisabled(), true);
    await expectEventually(() => own().count(), 0);
    expect(await somebodys().count()).toBe(0);
    expect(await stored()).toMatchObject({ content: '再存一次的案由' });
    page = await lose(page);
    await content(page).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  },
);

browserTest('a new record is offered until it is created; addresses of citizens never are', async ({ open }) => {
  const name = unique('標籤');
  const TAG = '/admin/content-manager/collection-types/api::tag.tag/create';
  let page = await open(TAG.replace('/create', ''), { as: 'admin' });
  await page.getByRole('link', { name: '新增項目' }).first().click();
  const bills = page.getByRole('link', { name: '議案', exact: true }).first();
  await page.locator('input[name=name]').waitFor();
  const leaving = page.getByRole('alertdialog');
  const askedBy = async (left: Promise<unknown>): Promise<string> => {
    await left;
    await leaving.waitFor();
    const text = await leaving.textContent();
    await leaving.getByRole('button', { name: '取消' }).click();
    await leaving.waitFor({ state: 'hidden' });
    return text ?? '';
  };
  // What keeps drafts comes a moment after the fields: until then nothing is promised, nor said to be lost that is not.
  expect(await askedBy(typeAndLeave(page, name, (await bills.getAttribute('href')) ?? ''))).toContain('草稿');
  const asked = async () => (await askedBy(page.evaluate('history.back()'))).includes('草稿會留在這個瀏覽器');
  await expectEventually(asked, true);
  // Another tab has a new record of its own.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('input[name=name]').fill(unique('另一頁'));
  page = await lose(page);
  await dialogOf(page).getByText(name).waitFor();
  await choose(page, '繼續編輯');
  await expectEventually(() => page.locator('input[name=name]').inputValue(), name);
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && /api::tag\.tag(\?|$)/.test(request.url()) && sent.push(request.url()),
  );
  await page.getByRole('button', { name: '儲存', exact: true }).first().dblclick();
  await page.waitForURL((address) => !address.pathname.endsWith('/create'));
  expect(sent).toHaveLength(1);
  await page.goto(new URL(TAG, page.url()).href);
  await page.locator('input[name=name]').waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  // What is typed while a new record is saved is a draft of that record, from its creation on, also if the answer does not name that.
  const [first, meanwhile] = [unique('標籤'), unique('標籤')];
  await page.locator('input[name=name]').fill(first);
  await page.route(
    /api::tag\.tag(\?|$)/,
    async (route) => {
      const response = await route.fetch();
      await page.locator('input[name=name]').fill(meanwhile);
      const [{ number } = {}] = await sql('select number from tags where name = $1', [first]);
      await patch(`/console/lab/rs_tags/${number}`, { name: unique('別人的') });
      const { 'x-record-change': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '儲存', exact: true }).first().click();
  await page.waitForURL((address) => !address.pathname.endsWith('/create'));
  await choose(page, '繼續編輯');
  await expectEventually(() => page.locator('input[name=name]').inputValue(), meanwhile);
  await page.getByRole('button', { name: '儲存', exact: true }).first().click();
  const question = page.getByRole('dialog', { name: /別人改了相同的欄位/ });
  await question.getByText('改成我的內容').click();
  await question.getByRole('button', { name: '儲存', exact: true }).click();
  await expectEventually(async () => (await sql('select 1 from tags where name = $1', [meanwhile])).length, 1);
  expect(await sql('select 1 from tags where name = $1', [first])).toHaveLength(0);
  await page.goto(new URL(TAG, page.url()).href);
  await page.locator('input[name=name]').waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  // So is what is typed once it is answered, before the record's own form opens.
  const [second, after] = [unique('標籤'), unique('標籤')];
  await page.locator('input[name=name]').fill(second);
  await page.evaluate(`{
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await send(input, init);
      if (init?.method !== 'POST' || !/api::tag\\.tag(\\?|$)/.test(input)) return answer;
      window.fetch = send;
      const field = document.querySelector('input[name=name]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${after}');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      while (!Object.values(localStorage).some((text) => text.includes('${after}'))) await new Promise(requestAnimationFrame);
      return answer;
    };
  }`);
  await page.getByRole('button', { name: '儲存', exact: true }).first().click();
  await page.waitForURL((address) => !address.pathname.endsWith('/create'));
  await choose(page, '繼續編輯');
  await expectEventually(() => page.locator('input[name=name]').inputValue(), after);
  expect(await sql('select 1 from tags where name = $1', [second])).toHaveLength(1);
  await save(page);
  await page.goto(new URL(TAG, page.url()).href);
  await page.locator('input[name=name]').waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  // The answer gets lost: to save again does not create another one, but offers what is stored, each time.
  const nameField = () => page.locator('input[name=name]');
  const press = () => page.getByRole('button', { name: '儲存', exact: true }).first().click();
  const toNew = async () => {
    await page.goto(new URL(TAG, page.url()).href);
    await nameField().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  };
  const saveUnanswered = async (name: string) => {
    await page.route(/api::tag\.tag(\?|$)/, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await nameField().fill(name);
    await press();
    await page.getByText('不確定是否已新增').waitFor();
  };
  const named = async (name: string) => (await sql('select 1 from tags where name = $1', [name])).length;
  const storedRecord = () => page.getByRole('dialog', { name: '上次填寫的新資料已經存好了' });
  const chooseStored = async (choice: string) => {
    await storedRecord().getByRole('button', { name: choice }).click();
    await storedRecord().waitFor({ state: 'hidden' });
  };
  const opensWith = async (typed: string) => {
    await page.waitForURL((address) => !address.pathname.endsWith('/create'));
    await choose(page, '繼續編輯');
    await expectEventually(() => nameField().inputValue(), typed);
    await save(page);
    expect(await named(typed)).toBe(1);
  };
  const [lost, later] = [unique('標籤'), unique('標籤')];
  await saveUnanswered(lost);
  await nameField().fill(later);
  for (const _ of ['again', 'and again']) {
    await press();
    await storedRecord().getByText(`已儲存為「${lost}」，但還缺您最後的修改`).waitFor();
    await expectEventually(() => page.getByText('不確定是否已新增').count(), 0);
    await chooseStored('回到表單');
    expect(await nameField().inputValue()).toBe(later);
  }
  expect([await named(lost), await named(later)]).toEqual([1, 0]);
  await press();
  await storedRecord().getByRole('button', { name: '開啟已儲存的那一筆' }).click();
  await opensWith(later);
  expect(await named(lost)).toBe(0);

  // So it does after a reload.
  await toNew();
  const [reloaded, typed] = [unique('標籤'), unique('標籤')];
  await saveUnanswered(reloaded);
  await nameField().fill(typed);
  page = await lose(page);
  await storedRecord().getByText(`已儲存為「${reloaded}」，但還缺您最後的修改`).waitFor();
  await storedRecord().getByRole('button', { name: '另外新增一筆' }).waitFor();
  await storedRecord().getByRole('button', { name: '開啟已儲存的那一筆' }).click();
  await opensWith(typed);

  // What is typed since can be discarded, with the form; another record is only created if that is chosen.
  await toNew();
  const twice = unique('標籤');
  await saveUnanswered(unique('標籤'));
  await nameField().fill(twice);
  await press();
  await chooseStored('捨棄後來填的內容');
  await expectEventually(() => nameField().inputValue(), '');
  await saveUnanswered(twice);
  await press();
  await chooseStored('另外新增一筆');
  await page.getByText('現在按「儲存」，就會另外新增一筆。').waitFor();
  expect(await named(twice)).toBe(1);
  await press();
  await page.waitForURL((address) => !address.pathname.endsWith('/create'));
  expect(await named(twice)).toBe(2);

  // Where history does not answer, or the browser keeps no draft, it is said, with a link.
  await toNew();
  await page.evaluate(`{
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      if (name.startsWith('newsroom.draft ')) throw new Error('full');
      setItem.call(this, name, value);
    };
  }`);
  const unkept = unique('標籤');
  await saveUnanswered(unkept);
  const told = page.getByRole('dialog', { name: '這筆新資料已經存好了' });
  for (const close of ['留在這裡', '另外新增一筆']) {
    await press();
    const [record] = await Promise.all([
      page.context().waitForEvent('page'),
      told.getByRole('button', { name: '在新分頁開啟已儲存的那一筆' }).click(),
    ]);
    const [{ document_id } = {}] = await sql('select document_id from tags where name = $1', [unkept]);
    await record.waitForURL(new RegExp(`/${document_id}$`));
    await record.close();
    await told.getByRole('button', { name: close }).last().click();
    await told.waitFor({ state: 'hidden' });
    expect([await named(unkept), await nameField().inputValue()]).toEqual([1, unkept]);
  }
  await press();
  await page.waitForURL((address) => !address.pathname.endsWith('/create'));
  expect(await named(unkept)).toBe(2);
  await toNew();
  const untold = unique('標籤');
  await saveUnanswered(untold);
  await page.route(/\/newsroom\/history\/requests\//, (route) => route.abort());
  await press();
  await told.getByRole('button', { name: '留在這裡' }).last().click();
  await page.unrouteAll();
  await press();
  await chooseStored('捨棄草稿，不動已儲存的');
  expect(await named(untold)).toBe(1);

  // A linked record that is changed in its dialog.
  const act = await make('act', { title: unique('法') });
  const bill = await make('bill', { act_id: act.id });
  await follow(page, `${FORM}/${await documentOf('bills', bill.id)}`);
  await page.getByRole('button', { name: act.title as string }).click();
  const linked = page.getByRole('dialog').locator('input[name=title]');
  await linked.fill('沒存');
  await page.evaluate('history.back()');
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  await asksBeforeUnload(page);
  expect(await linked.inputValue()).toBe('沒存');
  // What is said of a save that has failed there can be closed without the dialog, and goes with it.
  const unknown = page.getByText('不確定是否已儲存');
  const withPut = (of: string, answer: () => Promise<void>) =>
    page.route(new RegExp(`${of}/\\w+(\\?|$)`), async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await answer();
      return route.abort();
    });
  await withPut('api::act.act', async () => {});
  const saveLinked = page.getByRole('dialog').getByRole('button', { name: '儲存', exact: true });
  await saveLinked.click();
  await page.locator('[data-sonner-toast]').filter({ has: unknown }).getByRole('button', { name: '關閉' }).click();
  await expectEventually(() => unknown.count(), 0);
  expect([await linked.inputValue(), await page.getByRole('alertdialog').count()]).toEqual(['沒存', 0]);
  await saveLinked.click();
  await unknown.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
  await expectEventually(() => unknown.count(), 0);
  await page.getByRole('button', { name: act.title as string }).click();
  await linked.fill('沒存');
  // On its own page it is asked about once, by Strapi.
  await page.getByRole('dialog').getByRole('button', { name: '前往這筆資料' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
  await page.waitForURL(/api::act\.act/);

  // A failure that comes when its form has been left names its record.
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await withPut('api::bill.bill', () => held);
  await follow(page, `${FORM}/${await documentOf('bills', bill.id)}`);
  await content(page).fill('晚了');
  const isSent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: '儲存', exact: true }).first().click();
  await isSent;
  await page.getByRole('link', { name: '工作檯' }).first().click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.waitForURL(/newsroom\/desk/);
  fail();
  await page.getByText(new RegExp(`^議案 .*${act.title}.*：不確定是否已儲存`)).waitFor();
  await page.unrouteAll();

  const stored = await documentOf('citizen_emails', (await register()).account, 'citizen_id');
  for (const address of [TAG, TAG.replace('create', stored)]) {
    await page.goto(new URL(address.replaceAll('tag', 'citizen-email'), page.url()).href);
    await page.locator('input[name=email]').fill('mei@example.org');
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('mei@example.org');
  }
});

browserTest(
  'a save of a record that somebody else has deleted says so; the draft is offered once it is restored',
  async ({ open }) => {
    const bill = await make('bill', { version_no: unique('委員提案'), content: '原來的案由' });
    const page = await open(`${FORM}/${await documentOf('bills', bill.id)}`);
    await content(page).fill('改過的案由');
    await del(`/console/lab/rs_bills/${bill.id}`);
    const press = () => page.getByRole('button', { name: '儲存', exact: true }).first().click();
    const deleted = page.getByRole('dialog', { name: '這筆資料已被刪除' });
    await press();
    await deleted.locator('time').waitFor();
    await deleted.getByText('留在這個瀏覽器當草稿').waitFor();
    await deleted.getByRole('button', { name: '留在這裡' }).last().click();
    await deleted.waitFor({ state: 'hidden' });
    expect(await content(page).inputValue()).toBe('改過的案由');
    await press();
    await deleted.getByRole('button', { name: '看已刪除的紀錄' }).click();
    await page.getByRole('heading', { level: 1, name: '這筆資料已經刪除' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);

    await page.getByRole('button', { name: /^還原「/ }).click();
    const plan = page.getByRole('dialog', { name: /確認還原/ });
    // Somebody else has deleted it.
    await plan.getByRole('textbox').fill('誤刪');
    await plan.getByRole('button', { name: '還原', exact: true }).click();
    await choose(page, '繼續編輯');
    await expectEventually(() => content(page).inputValue(), '改過的案由');
    await save(page);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.content).toBe('改過的案由');
  },
);
