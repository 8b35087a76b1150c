import type { Locator, Page } from 'playwright-core';
import { browserTest, expectEventually, follow, type Visit } from '../support/browser';
import { get, patch, send } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { tokenAs } from '../support/panel-users';

const PAGE = '/admin/plugins/newsroom/topic-map';
const RELATIONS = '/console/lab/topic_relations';

/** Reads the relations between two nodes from the API. */
const relationsBetween = async (from: [string, number], to: [string, number]) => {
  const query = `from_type=${from[0]}&from_id=${from[1]}&to_type=${to[0]}&to_id=${to[1]}&search_directionally=true&full`;
  return (await get(`${RELATIONS}?${query}`)).body.rows;
};

/** Waits until the map is drawn and returns it. */
async function openMap(open: Visit['open'], options: Parameters<Visit['open']>[1] = {}, query = ''): Promise<Page> {
  const page = await open(`${PAGE}${query}`, options);
  await page.locator('[data-topic-map][aria-busy=false]').waitFor();
  return page;
}

/** Opens the map in another tab after its own was closed without a question, as a crash does. */
async function lose(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  const address = page.url();
  await page.close();
  await other.goto(address);
  await other.locator('[data-topic-map][aria-busy=false]').waitFor();
  return other;
}

/** Who else has a record open, as an administrator hears who has it open, too. */
const othersAt = async (uid: string, documentId: string): Promise<{ name: string; isChanged: boolean }[]> => {
  const state = { uid, documentId, tab: 'of-the-test', isChanged: false };
  return (await send('POST', '/newsroom/presence', state, { as: 'admin' })).body.others;
};

/** Waits until a part of the page says so, as long as which the administrator goes on to have the record open. */
const hearsOf = (part: Page | Locator, stay: () => Promise<unknown>): Promise<void> =>
  expectEventually(async () => {
    await stay();
    return part.getByText('Rostra Admin也開著這一筆').first().isVisible();
  }, true);

const chooseIn = async (field: Locator, words: string): Promise<void> => {
  await field.fill(words);
  await field.press('Enter');
};

/** Returns a node's place on the screen, from the attributes of the list. */
async function pixelOf(page: Page, key: string): Promise<{ x: number; y: number }> {
  const item = page.locator(`[data-node="${key}"][data-x]`);
  await item.waitFor();
  const box = await page.locator('[data-topic-map]').boundingBox();
  const [x, y] = await Promise.all(['data-x', 'data-y'].map((name) => item.getAttribute(name)));
  return { x: (box?.x ?? 0) + Number(x), y: (box?.y ?? 0) + Number(y) };
}

describe('the topic map', () => {
  browserTest('shows a topic that is searched for, with what belongs to it, and opens it', async ({ open }) => {
    const topic = await make('specific-topic', { title: unique('工時') });
    const general = await make('general-topic', { title: unique('勞動'), specific_topics: [topic.id] });
    const outside = { from_type: 'Organization', from_id: 7, to_type: 'Specific_Topic', to_id: topic.id };
    expect((await send('POST', RELATIONS, outside)).status).toBe(201);
    const page = await openMap(open);
    await chooseIn(page.getByRole('combobox', { name: '搜尋名稱或編號' }), topic.title);
    await page.getByRole('heading', { level: 2, name: topic.title }).waitFor();
    // Kinds without records here have names, too.
    await page.locator('[data-relation]').filter({ hasText: '組織 7' }).waitFor();
    const documentId = await documentOf('specific_topics', topic.id);
    const here = [{ name: 'Rostra Editor', isChanged: false }];
    await expectEventually(() => othersAt('api::specific-topic.specific-topic', documentId), here);
    await hearsOf(page, () => othersAt('api::specific-topic.specific-topic', documentId));
    await page.locator(`[data-node="general-topic:${general.id}"]`).waitFor();
    await page.getByRole('complementary').getByRole('link', { name: '開啟' }).click();
    await page.waitForURL(/collection-types\/api::specific-topic\.specific-topic\//);
    await expectEventually(() => page.locator('input[name=title]').inputValue(), topic.title);
  });

  browserTest('keeps the arrangement of version 0.1.0, which stored it under another key', async ({ open }) => {
    const topic = await make('specific-topic');
    const [now, then] = ['newsroom.topic-map.places.1', 'room.topic-map.places.1'];
    const page = await openMap(open);
    await page.evaluate(`{
      const places = { ...JSON.parse(localStorage.getItem('${now}')), 'specific-topic:${topic.id}': [1234, 567] };
      localStorage.setItem('${then}', JSON.stringify(places));
      localStorage.removeItem('${now}');
    }`);
    await page.reload();
    await page.locator('[data-topic-map][aria-busy=false]').waitFor();
    const places = JSON.parse(await page.evaluate(`localStorage.getItem('${now}')`));
    expect(places[`specific-topic:${topic.id}`]).toEqual([1234, 567]);
    expect(await page.evaluate(`localStorage.getItem('${then}')`)).toBeNull();
  });

  browserTest(
    'shows what surrounds a topic, asked for on the way to it, and goes from there to others',
    async ({ open }) => {
      const topic = await make('specific-topic', { title: unique('議題') });
      const act = await make('act', { title: unique('法律'), specific_topics: [topic.id] });
      const other = await make('act', { title: unique('別的') });
      const page = await openMap(open, { prepare: (made) => made.clock.install() });
      // Animations stand still as long as the clock does.
      await page.clock.pauseAt(Date.now() + 60_000);
      const search = page.getByRole('combobox', { name: '搜尋名稱或編號' });
      await chooseIn(search, topic.title);
      await page.getByRole('button', { name: '只看周邊' }).click();
      await page.getByRole('tab', { name: '清單' }).click();
      await page.getByText('節點（2）').waitFor();
      await page.locator('[data-topic-map][aria-busy=false]').waitFor();
      const pixels = () =>
        Promise.all([`specific-topic:${topic.id}`, `act:${act.id}`].map((key) => pixelOf(page, key)));
      const laidOut = await pixels();
      await page.clock.runFor(2000);
      expect(await pixels()).toEqual(laidOut);

      await chooseIn(search, other.title);
      await page.getByRole('button', { name: '只看周邊' }).waitFor();
      await page.clock.runFor(2000);
      await page.getByRole('tab', { name: '清單' }).click();
      await page.getByRole('textbox', { name: '篩選清單' }).fill(other.title);
      const box = await page.locator('[data-topic-map]').boundingBox();
      const { x, y } = await pixelOf(page, `act:${other.id}`);
      expect(Math.abs(x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(30);
      expect(Math.abs(y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(30);
    },
  );

  browserTest('makes the relation that is drawn, changes its weight, deletes it', async ({ open }) => {
    const from = await make('specific-topic', { title: unique('起') });
    const to = await make('act', { title: unique('迄'), specific_topics: [from.id] });
    const ends = [
      ['Specific_Topic', from.id],
      ['Act', to.id],
    ] as [[string, number], [string, number]];
    const page = await openMap(open);
    await chooseIn(page.getByRole('combobox', { name: '搜尋名稱或編號' }), from.title);
    await page.getByRole('button', { name: '只看周邊' }).click();
    await page.getByRole('tab', { name: '清單' }).click();
    await page.getByText('節點（2）').waitFor();
    await page.getByRole('button', { name: '畫關聯' }).click();
    // The two nodes get a layout of their own.
    await page.locator('[data-topic-map][aria-busy=false]').waitFor();
    const [start, end] = [await pixelOf(page, `specific-topic:${from.id}`), await pixelOf(page, `act:${to.id}`)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '權重' }).fill('5');
    await dialog.getByRole('textbox', { name: '說明' }).fill('畫出來的');
    // Nothing of it goes without a question.
    const asked = page.getByRole('alertdialog');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: '取消' }).last().click(),
      () => follow(page, '/admin/plugins/newsroom/desk'),
    ]) {
      await leave();
      await asked.getByRole('button', { name: '取消' }).click();
      await asked.waitFor({ state: 'hidden' });
    }
    await dialog.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('heading', { level: 2, name: '單向關聯' }).waitFor();
    expect(await relationsBetween(...ends)).toMatchObject([
      { is_directional: true, weight: 5, description: '畫出來的' },
    ]);

    // What others change meanwhile stays, and where both change the same, one chooses.
    const [{ id }] = await relationsBetween(...ends);
    await patch(`${RELATIONS}/${id}`, { weight: 7 });
    const documentId = await documentOf('topic_relations', id);
    const others = () => othersAt('api::topic-relation.topic-relation', documentId);
    await expectEventually(others, [{ name: 'Rostra Editor', isChanged: false }]);
    // The relation stays open when its dialog is: nothing says in between that it is closed.
    const closed: string[] = [];
    page.on('request', (request) => {
      if (/\/newsroom\/presence/.test(request.url()) && request.postData()?.includes('"isClosed":true'))
        closed.push(request.url());
    });
    await page.getByRole('button', { name: '編輯關聯' }).click();
    await hearsOf(dialog, others);
    await expectEventually(() => dialog.getByRole('textbox', { name: '權重' }).inputValue(), '7');
    await patch(`${RELATIONS}/${id}`, { description: '別人寫的', weight: 8 });
    await dialog.getByRole('textbox', { name: '權重' }).fill('2');
    await dialog.getByRole('radio', { name: /雙向/ }).click();
    await expectEventually(others, [{ name: 'Rostra Editor', isChanged: true }]);
    await dialog.getByRole('button', { name: '儲存' }).click();
    const question = page.getByRole('dialog', { name: /別人改了相同的欄位/ });
    await question.getByRole('region').first().waitFor();
    expect(await question.getByRole('region').count()).toBe(1);
    await question.getByText('改成我的內容').click();
    await question.getByRole('button', { name: '儲存', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: '雙向關聯' }).waitFor();
    await expectEventually(others, [{ name: 'Rostra Editor', isChanged: false }]);
    expect(closed).toEqual([]);
    expect(await relationsBetween(...ends)).toMatchObject([
      { is_directional: false, weight: 2, description: '別人寫的' },
    ]);

    await page.getByRole('button', { name: '刪除' }).click();
    await page.getByRole('alertdialog').getByText('要刪除 1 筆議題關聯。').waitFor();
    await page.getByRole('alertdialog').getByText('沒有其他資料用到。').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
    expect(await relationsBetween(...ends)).toHaveLength(1);
    await page.getByRole('button', { name: '刪除' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
    await page.getByText('已刪除關聯。').first().waitFor();
    expect(await relationsBetween(...ends)).toEqual([]);
  });

  browserTest('keeps what is typed into a relation, and says what others do to it meanwhile', async ({ open }) => {
    const [from, to] = [await make('act', { title: unique('起') }), await make('act', { title: unique('迄') })];
    const other = await make('act', { title: unique('另') });
    const { body: relation } = await send('POST', RELATIONS, {
      ...{ from_type: 'Act', from_id: from.id, to_type: 'Act', to_id: to.id, description: '原來的' },
    });
    const offered = (page: Page) => page.getByRole('dialog', { name: '繼續上次未儲存的內容？' });
    const description = (page: Page) => page.getByRole('textbox', { name: '說明' });
    let page = await openMap(open, {}, `?node=act:${from.id}`);
    await page.locator('[data-relation]').first().click();
    await page.getByRole('button', { name: '編輯關聯' }).click();
    const opened = page.getByRole('dialog', { name: '編輯關聯' });
    await opened.waitFor();
    await patch(`${RELATIONS}/${relation.id}`, { description: '別人的' });
    await opened.getByText('這一筆剛才有人改過').waitFor();
    await opened.getByRole('button', { name: '讀取新的內容' }).click();
    await expectEventually(() => description(page).inputValue(), '別人的');

    await description(page).fill('寫到一半');
    await patch(`${RELATIONS}/${relation.id}`, { weight: 4 });
    page = await lose(page);
    await page.getByRole('button', { name: '編輯關聯' }).click();
    await offered(page).getByRole('region', { name: '說明' }).locator('ins').first().waitFor();
    expect(await offered(page).getByRole('region').count()).toBe(1);
    await offered(page).getByRole('button', { name: '繼續編輯' }).click();
    await expectEventually(() => description(page).inputValue(), '寫到一半');
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByText('已儲存關聯。').waitFor();
    expect(await relationsBetween(['Act', from.id], ['Act', to.id])).toMatchObject([
      { description: '寫到一半', weight: 4 },
    ]);

    await page.getByRole('button', { name: '編輯關聯' }).click();
    await description(page).fill('存不進去的');
    await send('DELETE', `${RELATIONS}/${relation.id}`);
    await page.getByRole('button', { name: '儲存' }).click();
    const deleted = page.getByRole('dialog', { name: '這筆資料已被刪除' });
    await deleted.locator('time').waitFor();
    await deleted.getByText('留在這個瀏覽器當草稿').waitFor();
    const [record] = await Promise.all([
      page.context().waitForEvent('page'),
      deleted.getByRole('button', { name: '看已刪除的紀錄' }).click(),
    ]);
    await record.getByRole('heading', { level: 1, name: '這筆資料已經刪除' }).waitFor();
    await record.close();

    page = await lose(page);
    await chooseIn(page.getByRole('combobox', { name: '搜尋名稱或編號' }), to.title);
    await page.getByRole('button', { name: '建立關聯' }).click();
    const made = () => page.getByRole('dialog', { name: '新增關聯' });
    await chooseIn(made().getByRole('combobox', { name: '終點' }), from.title);
    await description(page).fill('新的');
    page = await lose(page);
    await page.getByRole('button', { name: '新增關聯' }).click();
    await offered(page).getByRole('region', { name: '起點' }).getByText(to.title).waitFor();
    await offered(page).getByRole('button', { name: '繼續編輯' }).click();
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('heading', { level: 2, name: '單向關聯' }).waitFor();
    expect(await relationsBetween(['Act', to.id], ['Act', from.id])).toMatchObject([{ description: '新的' }]);
    await page.getByRole('button', { name: '新增關聯' }).click();
    await made().waitFor();
    expect(await offered(page).count()).toBe(0);

    // The answer gets lost, and nobody can tell yet what has become of it: to save again makes no other one.
    const end = (name: string) => made().getByRole('combobox', { name, exact: true });
    const press = () => page.getByRole('button', { name: '儲存' }).click();
    const stored = () => relationsBetween(['Act', from.id], ['Act', to.id]);
    const creates = /api::topic-relation\.topic-relation(\?|$)/;
    const asks = /\/newsroom\/history\/requests\//;
    await chooseIn(end('起點'), from.title);
    await chooseIn(end('終點'), to.title);
    await description(page).fill('沒有回應的');
    const loseAnswer = () => page.route(creates, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await loseAnswer();
    const answerNoQuestions = () => page.route(asks, (route) => route.abort());
    await answerNoQuestions();
    await press();
    await page.getByText('不確定是否已新增').waitFor();
    for (const _ of ['again', 'and again']) {
      const refused = page.waitForResponse((answer) => creates.test(answer.url()));
      await press();
      expect((await refused).status()).toBe(409);
      await page.getByText('再按一次儲存，就可以開啟那一筆').first().waitFor();
      // The one before goes with a movement.
      await expectEventually(() => page.getByText('再按一次儲存，就可以開啟那一筆').count(), 1);
    }
    expect(await stored()).toMatchObject([{ description: '沒有回應的' }]);
    // It is found, and opened with what was typed since.
    await description(page).fill('後來寫的');
    await page.unroute(asks);
    await press();
    const found = page.getByRole('dialog', { name: '上次填寫的新資料已經存好了' });
    await found.getByText('但還缺您最後的修改').waitFor();
    await expectEventually(() => page.getByText('就可以開啟那一筆').count(), 0);
    await found.getByRole('button', { name: '開啟已儲存的那一筆' }).click();
    await offered(page).getByRole('button', { name: '繼續編輯' }).click();
    await expectEventually(() => description(page).inputValue(), '後來寫的');
    await press();
    await page.getByText('已儲存關聯。').waitFor();
    expect(await stored()).toMatchObject([{ description: '後來寫的' }]);

    // With other ends by now it is another one. The map shows what is stored, also if the rest is discarded.
    const search = () => page.getByRole('combobox', { name: '搜尋名稱或編號' });
    await page.getByRole('button', { name: '新增關聯' }).click();
    await chooseIn(end('起點'), other.title);
    await chooseIn(end('終點'), to.title);
    await loseAnswer();
    await answerNoQuestions();
    await press();
    await page.getByText('不確定是否已新增').first().waitFor();
    await chooseIn(end('終點'), from.title);
    await page.unroute(asks);
    await press();
    await found.getByText('這些內容會留作草稿').waitFor();
    await found.getByRole('button', { name: '捨棄' }).click();
    await expectEventually(() => page.getByRole('dialog').count(), 0);
    await chooseIn(search(), other.title);
    await page.locator('[data-relation]').filter({ hasText: to.title }).waitFor();
    expect(await page.locator('[data-relation]').count()).toBe(1);

    // The draft of a relation does not take the place of another one.
    await page.getByRole('button', { name: '新增關聯' }).click();
    await chooseIn(end('起點'), from.title);
    await chooseIn(end('終點'), to.title);
    await description(page).fill('只是草稿');
    const leave = async () => {
      await made().getByRole('button', { name: '取消' }).last().click();
      await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
      await made().waitFor({ state: 'hidden' });
    };
    // What is said of a save that has failed goes with its dialog.
    const unknown = page.getByText('不確定是否已新增');
    await page.route(creates, (route) => route.abort(), { times: 1 });
    await press();
    await unknown.waitFor();
    await leave();
    await expectEventually(() => unknown.count(), 0);
    await chooseIn(search(), other.title);
    const relate = async (choice: string) => {
      await page.getByRole('button', { name: '建立關聯' }).click();
      await offered(page)
        .getByText(`草稿是「${from.title} → ${to.title}」，現在要新增的是「${other.title} → （未選）」。`)
        .waitFor();
      await offered(page).getByRole('button', { name: choice }).click();
    };
    await relate('先不新增，草稿留著');
    await expectEventually(() => page.getByRole('dialog').count(), 0);
    await relate('改為繼續草稿');
    expect(await Promise.all(['起點', '終點'].map((name) => end(name).inputValue()))).toEqual([from.title, to.title]);
    expect(await description(page).inputValue()).toBe('只是草稿');
    await leave();
    await relate('捨棄草稿，新增現在這條');
    expect(await Promise.all(['起點', '終點'].map((name) => end(name).inputValue()))).toEqual([other.title, '']);
    expect(await description(page).inputValue()).toBe('');
  });

  browserTest('makes a relation by keyboard, in English', async ({ open }) => {
    const from = await make('act', { title: unique('from') });
    const to = await make('act', { title: unique('to') });
    const page = await openMap(open, { language: 'en' });
    await page.getByRole('button', { name: 'New relation' }).press('Enter');
    const dialog = page.getByRole('dialog');
    // A dialog that has the focus takes keys.
    await dialog.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New relation' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'From' }).fill(from.title);
    // Closes the suggestions only.
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await chooseIn(dialog.getByRole('combobox', { name: 'From' }), from.title);
    await expectEventually(() => dialog.getByRole('button', { name: 'Save' }).isDisabled(), true);
    await chooseIn(dialog.getByRole('combobox', { name: 'To', exact: true }), from.title);
    await dialog.getByText('The two ends must differ.').waitFor();
    await chooseIn(dialog.getByRole('combobox', { name: 'To', exact: true }), to.title);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'One-way relation' }).waitFor();
    expect(await relationsBetween(['Act', from.id], ['Act', to.id])).toMatchObject([
      { is_directional: true, weight: 1 },
    ]);
  });

  browserTest('shows the editor a refusal of the service', async ({ open }) => {
    const from = await make('act', { title: unique('from') });
    const to = await make('act', { title: unique('to') });
    const page = await openMap(open);
    await page.getByRole('button', { name: '新增關聯' }).click();
    const dialog = page.getByRole('dialog');
    await chooseIn(dialog.getByRole('combobox', { name: '起點' }), from.title);
    await chooseIn(dialog.getByRole('combobox', { name: '終點' }), to.title);
    await send('DELETE', `/console/lab/acts/${to.id}`);
    await dialog.getByRole('button', { name: '儲存' }).click();
    await page.locator('[role=alert], [role=status]').filter({ hasText: /\S/ }).first().waitFor();
    await expectEventually(() => dialog.count(), 1);
    expect(await relationsBetween(['Act', from.id], ['Act', to.id])).toEqual([]);
    await follow(page, '/admin/plugins/newsroom/desk');
    await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
    await expectEventually(
      async () => [new URL(page.url()).pathname, await dialog.count()],
      ['/admin/plugins/newsroom/desk', 0],
    );
  });

  browserTest('hides a kind, and keeps the map where it was for the next visit', async ({ open }) => {
    const act = await make('act', { title: unique('藏') });
    const page = await openMap(open);
    await page.getByRole('textbox', { name: '篩選清單' }).fill(act.title);
    const first = await pixelOf(page, `act:${act.id}`);
    await page.reload();
    await page.locator('[data-topic-map][aria-busy=false]').waitFor();
    await page.getByRole('textbox', { name: '篩選清單' }).fill(act.title);
    expect(await pixelOf(page, `act:${act.id}`)).toEqual(first);
    await page.getByRole('button', { name: /^法律/ }).click();
    await page.locator(`[data-node="act:${act.id}"]`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^法律/ }).click();
    await page.locator(`[data-node="act:${act.id}"]`).waitFor();
  });

  browserTest('has nothing to change for a reviewer', async ({ open }) => {
    const [from, to] = [await make('act', { title: unique('甲') }), await make('act', { title: unique('乙') })];
    const relation = { from_type: 'Act', from_id: from.id, to_type: 'Act', to_id: to.id, weight: 3 };
    expect((await send('POST', RELATIONS, relation)).status).toBe(201);
    const page = await openMap(open, { as: await tokenAs('rostra-reviewer') }, `?node=act:${from.id}`);
    await page.getByRole('heading', { level: 2, name: from.title }).waitFor();
    await page.locator('[data-relation]').first().click();
    await page.getByText('權重 3').waitFor();
    for (const name of ['新增關聯', '畫關聯', '編輯關聯', '建立關聯', '刪除'])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
  });
});
