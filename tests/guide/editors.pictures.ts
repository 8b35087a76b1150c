import type { Page } from 'playwright-core';
import { patch, send } from '../support/client';
import { documentOf, panel } from '../support/panel';
import { filesOf } from './files';
import { picture, type Scene } from './picture';

const LISTS = '/admin/content-manager/collection-types';

/** Records of the sample data. */
const BILL = 900002;
const VOTE = 900012;
const ACT = 900001;
const DATA_SET = 900001;
const TOPIC = 900001;

const form = async (scene: Scene, uid: string, table: string, number: number): Promise<Page> => {
  const page = await scene.open(`${LISTS}/api::${uid}.${uid}/${await documentOf(table, number)}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  return page;
};

const openBill = async (scene: Scene): Promise<Page> => {
  const page = await form(scene, 'bill', 'bills', BILL);
  await page.getByText('行政院', { exact: true }).first().waitFor();
  return page;
};

picture('log-in', async ({ open }) => {
  const page = await open('/admin/auth/login', { as: '' });
  await page.locator('input[name=email]').fill('editor@rostra.example');
  await page.locator('input[name=password]').fill('a long password');
  return page;
});

picture('home', async ({ open, say }) => {
  const page = await open('/admin/');
  await page.setViewportSize({ width: 1280, height: 1270 });
  await page.getByRole('region', { name: say('資料檢查', 'Data check') }).waitFor();
  return page;
});

picture('desk', async ({ open }) => {
  const page = await open('/admin/plugins/newsroom/desk');
  await page.getByRole('article').first().waitFor();
  return page;
});

picture('list', async ({ open }) => {
  const page = await open(`${LISTS}/api::bill.bill`);
  await page.getByRole('row').nth(5).waitFor();
  return page;
});

picture('bill', openBill);

picture('bill-progress', async (scene) => {
  const page = await openBill(scene);
  await page.setViewportSize({ width: 1280, height: 1000 });
  // What comes into view is read only then, and moves what stands below.
  for (const _ of ['sponsors', 'progress']) {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
    const heading = page.getByRole('tabpanel').getByRole('heading', { level: 2 }).nth(1);
    await heading.evaluate((element) => (element as unknown as { scrollIntoView(): void }).scrollIntoView());
  }
  return page;
});

picture('roll-call', async (scene) => {
  const page = await form(scene, 'vote', 'votes', VOTE);
  await page.getByRole('button', { name: scene.say('貼上名單', 'Paste names') }).click();
  const names =
    '贊成者：11人\n林禾田　　蔡沛岑　　許牧之　　鄭語謙　　黃秀岳　　何以安　　簡瑞霖　　杜可欣\n馬躍．法拉漢　　比黛．優帕司　　沈亦航';
  const others = '反對者：2人\n周定遠　　郭予情\n棄權者：2人\n張曜庭　　林禾田';
  await page.getByRole('dialog').getByRole('textbox').first().fill(`${names}\n${others}`);
  await page.getByRole('dialog').getByText('郭予情').last().waitFor();
  return page;
});

picture('score-board', async (scene) => {
  const page = await form(scene, 'bill-data-set', 'bill_data_sets', DATA_SET);
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell').first().waitFor();
  await grid.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'Delete', 'ArrowLeft']) await page.keyboard.press(key);
  return page;
});

picture('topic-map', async ({ open }) => {
  const page = await open(`/admin/plugins/newsroom/topic-map?node=specific-topic:${TOPIC}`);
  await page.locator('[data-topic-map][aria-busy=false]').waitFor();
  await page.locator('[data-relation]').first().waitFor();
  return page;
});

picture('where-used', async (scene) => {
  const page = await form(scene, 'act', 'acts', ACT);
  await page.locator('aside').getByRole('listitem').first().waitFor();
  return page;
});

picture('refused-delete', async (scene) => {
  const page = await form(scene, 'act', 'acts', ACT);
  await page
    .getByRole('button', { name: scene.say('更多動作', 'More actions') })
    .first()
    .click();
  await page.getByRole('menuitem', { name: scene.say('刪除', 'Delete') }).click();
  await page.getByRole('alertdialog').getByRole('link').first().waitFor();
  return page;
});

const planned = async (scene: Scene): Promise<Page> => {
  const page = await scene.open('/admin/plugins/newsroom/import');
  await page.locator('input[type=file]').setInputFiles(await filesOf(scene));
  await page.getByRole('button', { name: scene.say('預覽變更', 'Preview changes') }).click();
  await page.getByRole('button', { name: scene.say('套用', 'Apply'), exact: true }).waitFor();
  return page;
};

picture('import', async (scene) => {
  const page = await planned(scene);
  await page.setViewportSize({ width: 1280, height: 1600 });
  const card = page.getByRole('article').first();
  await card.getByRole('article').first().waitFor();
  return card;
});

picture('batches', async ({ open, say }) => {
  const page = await open('/admin/plugins/newsroom/import');
  await page.getByRole('button', { name: say('套用', 'Apply'), exact: true }).click();
  await page.getByRole('button', { name: say('知道了', 'Dismiss') }).click();
  const undo = page.getByRole('button', { name: new RegExp(say('復原批次', 'Undo batch')) }).first();
  await undo.waitFor();
  return page;
});

const CHANGED = /看.*修改內容|Show the changes/;

const TEXT =
  '案由：行政院函請審議「勞動基準法部分條文修正草案」。\n說明：為落實週休二日，明定勞工每七日應有一日例假、一日休息日。';

/** Changes a bill in the panel and through the API, as newsrooms do. */
async function changeBill(): Promise<void> {
  const path = `/console/lab/rs_bills/${BILL}`;
  await patch(path, { content: TEXT, tags: ['一例一休'] });
  const corrected = TEXT.replace('勞工每七日', '勞工每七日之中');
  await panel('PUT', 'api::bill.bill', `/${await documentOf('bills', BILL)}`, { content: corrected });
  await patch(path, { content: corrected.replace('部分條文', '第三十六條'), tags: ['勞動權益', '一例一休'] });
}

picture('history', async (scene) => {
  await changeBill();
  const page = await form(scene, 'bill', 'bills', BILL);
  await page.setViewportSize({ width: 1280, height: 1000 });
  const entries = page.locator('aside').getByRole('button', { name: CHANGED });
  await entries.first().waitFor();
  await entries.first().scrollIntoViewIfNeeded();
  return page;
});

picture('comparison', async (scene) => {
  const page = await form(scene, 'bill', 'bills', BILL);
  await page.locator('aside').getByRole('button', { name: CHANGED }).first().click();
  const comparison = page.getByRole('dialog');
  await comparison.locator('ins').first().waitFor();
  return comparison;
});

picture('changes', async ({ open, say }) => {
  const page = await open('/admin/plugins/newsroom/changes');
  await page
    .getByRole('button', { name: new RegExp(say('改的資料', 'Show the records')) })
    .nth(1)
    .waitFor();
  return page;
});

picture('deleted', async ({ open, say }) => {
  for (const name of ['居家照護', '長照十年']) {
    const { id } = (await send('POST', '/console/lab/rs_tags', { name })).body;
    await panel('DELETE', 'api::tag.tag', `/${await documentOf('tags', id)}`);
  }
  const page = await open('/admin/plugins/newsroom/deleted');
  await page
    .getByRole('button', { name: new RegExp(say('還原「', '^Restore .')) })
    .first()
    .waitFor();
  return page;
});

const content = (page: Page) => page.locator('textarea[name=content]');

picture('draft', async (scene) => {
  const page = await openBill(scene);
  await content(page).fill(`${await content(page).inputValue()}，增訂第六條`);
  const again = await page.context().newPage();
  await again.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
  await again.goto(page.url());
  const dialog = again.getByRole('dialog');
  await dialog.locator('ins').first().waitFor();
  return dialog;
});

picture('ended-session', async (scene) => {
  const page = await openBill(scene);
  await content(page).fill(`${await content(page).inputValue()}，增訂第六條`);
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page
    .getByRole('button', { name: scene.say('儲存', 'Save'), exact: true })
    .first()
    .click();
  await page.getByRole('alertdialog').locator('input[name=password]').waitFor();
  return page;
});

picture('conflict', async (scene) => {
  const page = await openBill(scene);
  await patch(`/console/lab/rs_bills/${BILL}`, { content: `${await content(page).inputValue()}，增訂第五條` });
  await content(page).fill(`${await content(page).inputValue()}，刪除第五條`);
  await page
    .getByRole('button', { name: scene.say('儲存', 'Save'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('ins').first().waitFor();
  return dialog;
});

picture('presence', async (scene) => {
  const page = await openBill(scene);
  const form = { uid: 'api::bill.bill', documentId: await documentOf('bills', BILL), tab: 'guide', isChanged: true };
  await send('POST', '/newsroom/presence', form, { as: 'admin' });
  await page.getByText(scene.say('正在修改這一筆', 'is changing this record')).waitFor();
  await send('POST', '/newsroom/presence', { ...form, isClosed: true }, { as: 'admin' });
  return page;
});

picture('delete', async (scene) => {
  const page = await scene.open(`${LISTS}/api::specific-topic.specific-topic`);
  for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').click();
  await page.getByRole('button', { name: scene.say('刪除', 'Delete'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText(scene.say('要刪除 2 筆', '2 records to delete')).waitFor();
  return page;
});
