import type { Locator, Page } from 'playwright-core';
import { browserTest, expectEventually, follow } from '../support/browser';
import { get, patch } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf, panel } from '../support/panel';

const LISTS = '/admin/content-manager/collection-types';
const ACT = 'api::act.act';
const BILL = 'api::bill.bill';

/** Creates an act that a bill requires. */
async function usedAct() {
  const act = await make('act', { title: unique('法') });
  const bill = await make('bill', { act_id: act.id, version_no: unique('委員提案') });
  return { act, bill, path: `${LISTS}/${ACT}/${await documentOf('acts', act.id)}` };
}

const sidePanel = (page: Page) => page.locator('aside').filter({ hasText: /使用情形|Where used/i });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** What confirms Strapi's delete dialog. */
const confirmButton = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: /^(確認|確定|Confirm)$/ });

const confirm = (page: Page) => confirmButton(page).click();

/** Leaves a question that cannot be confirmed. */
async function cancelRefused(page: Page): Promise<void> {
  await expectEventually(() => confirmButton(page).isDisabled(), true);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(取消|Cancel)$/ })
    .click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

/** Asks for the record of a form to be deleted; the question says this. */
async function askInForm(page: Page, says: string): Promise<void> {
  await page
    .getByRole('button', { name: /更多動作|More actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /刪除|Delete/ }).click();
  await page.getByRole('alertdialog').getByText(says).waitFor();
}

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe('the panel of a form that lists where its record is used', () => {
  browserTest('lists what refers to it, by type with counts, and links to it; not for a new one', async ({ open }) => {
    const { bill, path } = await usedAct();
    const unused = await make('act', { title: unique('法') });
    const page = await open(path);
    const panel = sidePanel(page);
    await panel.getByText('不能刪除：1 筆議案的法律需要它。').waitFor();
    await panel.getByText('法律，1 筆（必填，擋下刪除）').waitFor();
    await panel.getByRole('link', { name: bill.version_no }).click();
    await page.waitForURL(`**/${BILL}/${await documentOf('bills', bill.id)}**`);
    await page.getByRole('heading', { level: 1, name: bill.version_no }).waitFor();

    await follow(page, `${LISTS}/${ACT}/${await documentOf('acts', unused.id)}`);
    await page.getByRole('heading', { level: 1, name: unused.title }).waitFor();
    await panel.getByText('沒有其他資料用到這一筆，可以直接刪除。').waitFor();
    await follow(page, `${LISTS}/${ACT}/create`);
    await page.getByRole('heading', { level: 1, name: unused.title }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectEventually(() => panel.count(), 0);
  });

  browserTest('leads to the list of all of them', async ({ open }) => {
    const { act, bill, path } = await usedAct();
    const others = [await make('bill', { act_id: act.id, version_no: unique('另一件') }), await make('bill')];
    const page = await open(path, { language: 'en' });
    await sidePanel(page).getByRole('link', { name: 'Show all 2 in the list' }).click();
    await rowOf(page, bill.version_no).waitFor();
    await rowOf(page, others[0].version_no).waitFor();
    await expectEventually(() => page.getByRole('row').count(), 1 + 2);
    // The list by itself does not go on with that.
    const kept = `localStorage.getItem('STRAPI_LIST_VIEW_SETTINGS:${BILL}:false') ?? localStorage.getItem('STRAPI_LIST_VIEW_SETTINGS:${BILL}')`;
    await expectEventually(async () => String(await page.evaluate(kept)).includes('documentId'), false);
    await page.goto(new URL(`${LISTS}/${BILL}`, page.url()).href);
    await page.locator('tbody tr').first().waitFor();
    expect(page.url()).not.toContain('documentId');
  });

  browserTest('leads to the list of those that refer through rows, and lets go of that', async ({ open }) => {
    const step = await make('legislative-step', { name: unique('程序') });
    const bill = await make('bill', {
      version_no: unique('有進度'),
      legislative_steps: [{ date: 0, legislative_step_id: step.id }],
    });
    const documentId = await documentOf('legislative_steps', step.id);
    const page = await open(`${LISTS}/api::legislative-step.legislative-step/${documentId}`);
    await sidePanel(page).getByRole('link', { name: '在列表中查看全部 1 筆' }).click();
    await rowOf(page, bill.version_no).waitFor();
    await expectEventually(() => page.getByRole('row').count(), 1 + 1);
    await page.getByRole('button', { name: '移除篩選' }).click();
    await page.getByRole('row').nth(2).waitFor();
  });
});

describe('a refused delete', () => {
  browserTest('says why in the form, in the question and after it; then it can be deleted', async ({ open }) => {
    const { act, bill, path } = await usedAct();
    const other = await make('act');
    const refer = (id: number) => patch(`/console/lab/rs_bills/${bill.id}`, { act_id: id });
    const page = await open(path);
    await askInForm(page, '不能刪除：1 筆議案的法律需要它。');
    const question = page.getByRole('alertdialog');
    const outside = question.getByRole('link', { name: bill.version_no });
    expect(await outside.getAttribute('target')).toBe('_blank');
    await question.getByRole('link', { name: '在列表中查看全部 1 筆' }).waitFor();
    await cancelRefused(page);

    // A bill comes to require it while the question is open.
    await refer(other.id);
    await askInForm(page, '沒有其他資料用到。');
    await question.getByRole('listitem').getByText(act.title).waitFor();
    await refer(act.id);
    await confirm(page);
    await page.getByText('無法刪除：仍有 1 筆資料需要它。').waitFor();
    const refusal = dialog(page, '無法刪除');
    await refusal.getByText('不能刪除：1 筆議案的法律需要它。').waitFor();
    expect((await get(`/console/lab/acts/${act.id}`)).status).toBe(200);
    await refusal.getByRole('link', { name: bill.version_no }).click();
    await page.waitForURL(`**/${BILL}/${await documentOf('bills', bill.id)}**`);
    await page.getByRole('heading', { level: 1, name: bill.version_no }).waitFor();
    await expectEventually(() => refusal.count(), 0);

    await refer(other.id);
    await follow(page, path);
    await sidePanel(page).getByText('可以直接刪除').waitFor();
    await askInForm(page, '沒有其他資料用到。');
    await confirm(page);
    await page.waitForURL(/collection-types\/api::act\.act(\?|$)/);
    expect((await get(`/console/lab/acts/${act.id}`)).status).toBe(404);

    // What a delete only changes is named, too.
    const tag = await make('tag');
    await patch(`/console/lab/rs_bills/${bill.id}`, { tags: [tag.id] });
    await follow(page, `${LISTS}/api::tag.tag/${await documentOf('tags', tag.id)}`);
    await page.getByRole('heading', { level: 1, name: tag.name }).waitFor();
    await askInForm(page, '刪除時會移出名單：1 筆議案的標籤名單。');
    await question.getByRole('link', { name: bill.version_no }).waitFor();
    expect(await confirmButton(page).isDisabled()).toBe(false);
  });

  browserTest('says why in the list, for a row and for each of a selection', async ({ open }) => {
    const used = [await usedAct(), await usedAct()];
    const [{ act, bill }, second] = used as [(typeof used)[0], (typeof used)[0]];
    const free = await make('act', { title: unique('法') });
    const other = await make('act');
    const all = [act, second.act, free];
    const page = await open(`${LISTS}/${ACT}?sort=number:DESC`, { language: 'en' });
    const question = page.getByRole('alertdialog');
    const row = rowOf(page, act.title);
    await row.getByRole('button', { name: /Row actions/ }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await question.getByText('Cannot be deleted: required in “Act” of 1 Bill.').waitFor();
    await cancelRefused(page);

    const deleteSelected = () => page.getByRole('button', { name: 'Delete', exact: true }).click();
    for (const { title } of all) await rowOf(page, title).getByRole('checkbox').click();
    await deleteSelected();
    await question.getByText('You can restore them under “Deleted”').waitFor();
    await question.getByText('3 records to delete: Acts.').waitFor();
    const both = `${act.title}, ${second.act.title}`;
    await question.getByText(`2 of them cannot be deleted: ${both}. As long as one cannot, none is deleted.`).waitFor();
    const refusedIn = async (place: Locator) => {
      for (const each of used) {
        const item = place.getByRole('listitem').filter({ hasText: each.act.title });
        await item.getByText('Cannot be deleted: required in “Act” of 1 Bill.').waitFor();
        await item.getByRole('link', { name: each.bill.version_no }).waitFor();
      }
      expect(await place.getByText(free.title).count()).toBe(0);
    };
    await refusedIn(question);
    await cancelRefused(page);

    // Bills come to require two of them while the question is open: the message names both.
    const refer = (to: (each: (typeof used)[0]) => number) =>
      Promise.all(used.map((each) => patch(`/console/lab/rs_bills/${each.bill.id}`, { act_id: to(each) })));
    await refer(() => other.id);
    await deleteSelected();
    await question.getByText('Nothing else refers to them.').waitFor();
    for (const { title } of all) await question.getByText(title).waitFor();
    await refer((each) => each.act.id);
    await confirm(page);
    await page.getByText('Nothing deleted: other records require some of those selected.').waitFor();
    const refusal = dialog(page, 'Not deleted');
    await refusedIn(refusal);
    for (const { id } of all) expect((await get(`/console/lab/acts/${id}`)).status).toBe(200);
    await refusal.getByRole('link', { name: bill.version_no }).click();
    await page.getByRole('heading', { level: 1, name: bill.version_no }).waitFor();

    const zh = await open(`${LISTS}/${ACT}?sort=number:DESC`);
    for (const { title } of [act, second.act]) await rowOf(zh, title).getByRole('checkbox').click();
    await zh.getByRole('button', { name: '刪除', exact: true }).click();
    await zh.getByRole('alertdialog').getByText('確定要刪除這些資料嗎？').waitFor();
    await zh.getByRole('alertdialog').getByText('要刪除 2 筆法律。').waitFor();
    await zh.getByRole('alertdialog').getByText('這 2 筆都不能刪除：').waitFor();
  });
});

describe('a form from which records of a list are removed that belong to its record', () => {
  browserTest('says before it is saved what it deletes, and stays as it is if that is not meant', async ({ open }) => {
    const TOPIC = 'api::specific-topic.specific-topic';
    const topic = await make('specific-topic', {
      act_dirs: [1, 2].map((index) => ({ name: unique('方向'), index })),
      st_questions: [{ question: unique('提問'), index: 1 }],
    });
    const stored = async () => {
      const { act_dirs, st_questions } = (await get(`/console/lab/specific_topics/${topic.id}`)).body;
      return [act_dirs.length, st_questions.length];
    };
    const page = await open(`${LISTS}/${TOPIC}/${await documentOf('specific_topics', topic.id)}`);
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const directions: string[] = topic.act_dirs.map(({ name }: { name: string }) => name);
    const [{ question: asked }] = topic.st_questions;
    for (const name of [...directions, asked]) await item(name).getByRole('button', { name: '刪除' }).click();
    const question = page.getByRole('alertdialog', { name: '儲存並刪除？' });
    const save = async () => {
      await page.getByRole('button', { name: '儲存', exact: true }).click();
      for (const words of ['要刪除 2 筆修法方向。', ...directions, '要刪除 1 筆議題提問。', asked])
        await question.getByText(words).waitFor();
    };
    await save();
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await stored()).toEqual([2, 1]);

    // Another record comes to require one of them: the save is refused with its name, and once that is known it cannot be confirmed.
    await save();
    const set = await make('statement-data-set', { name: unique('發言'), st_question_id: topic.st_questions[0].id });
    await confirm(page);
    await page.getByText('未儲存：表單裡移除的資料，仍有其他資料需要。').waitFor();
    const refusal = dialog(page, '無法刪除');
    await refusal.getByText(asked).waitFor();
    await refusal.getByRole('link', { name: set.name }).waitFor();
    await refusal.getByRole('button', { name: '關閉' }).last().click();
    await refusal.waitFor({ state: 'detached' });
    await save();
    await question.getByText('不能刪除：1 筆發言資料集的議題提問需要它。').waitFor();
    expect(await question.getByRole('link', { name: set.name }).getAttribute('target')).toBe('_blank');
    await expectEventually(() => question.getByRole('button').allInnerTexts(), ['取消']);
    await question.getByRole('button', { name: '取消' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await stored()).toEqual([2, 1]);

    await panel(
      'DELETE',
      'api::statement-data-set.statement-data-set',
      `/${await documentOf('statement_data_sets', set.id)}`,
    );
    await save();
    await confirm(page);
    await expectEventually(stored, [0, 0]);
  });
});
