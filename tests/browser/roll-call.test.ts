import type { Page } from 'playwright-core';
import { asksBeforeUnload, browserTest, expectEventually } from '../support/browser';
import { get, patch } from '../support/client';
import { make, type RecordBody, uniqueIndex } from '../support/factory';
import { save } from '../support/form';
import { documentOf } from '../support/panel';

const START = Date.UTC(2016, 1, 1);
const DATE = Date.UTC(2017, 4, 5);
let term: number;

/** Creates a member of the term; `until` is the day that they left. */
const member = (name: string, until?: number): Promise<RecordBody> =>
  make('rep', {
    name,
    terms: [
      { term_index: term, change_date: START, change_type: 'join' },
      ...(until ? [{ term_index: term, change_date: until, change_type: 'resign' }] : []),
    ],
  });

const openVote = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /貼上名單|Paste names/ }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
};

const listed = (page: Page, list: string) =>
  page.getByRole('dialog').getByRole('region', { name: list, exact: true }).getByRole('listitem');

describe('roll call entry', () => {
  let reps: Record<string, RecordBody>;
  let namesakes: RecordBody[];
  let vote: RecordBody;

  beforeEach(async () => {
    term = uniqueIndex();
    const names = ['王金平', '李敖', '王明', '瓦歷斯‧貝林', '廖國棟Sufin‧Siluko', '高金素梅', '鄭天財 Sra Kacaw'];
    reps = {};
    for (const name of names) reps[name] = await member(name);
    reps.余天 = await member('余天', Date.UTC(2016, 11, 31));
    namesakes = [await member('張偉'), await member('張偉')];
    vote = await make('vote', {
      term_index: term,
      date: DATE,
      content: '經表決結果，在場委員8人，贊成者5人，反對者2人，棄權者1人，多數通過。',
      aye: [reps.高金素梅.id, reps.余天.id],
    });
  });

  const openForm = async (
    open: (path: string, options?: { language?: 'zh' | 'en' }) => Promise<Page>,
    language?: 'en',
  ) =>
    open(
      `/admin/content-manager/collection-types/api::vote.vote/${await documentOf('votes', vote.id)}`,
      language && { language },
    );

  const stored = async () => {
    const { aye, nay, abstain, absence } = (await get(`/console/lab/rs_votes/${vote.id}`)).body;
    return { aye, nay, abstain, absence };
  };

  browserTest(
    'takes names as the minutes print them, and asks whom it cannot know; cancelled, nothing',
    async ({ open }) => {
      const page = await openForm(open);
      const dialog = page.getByRole('dialog');
      // A page of the panel to go forward to.
      await page.locator('nav a[href*="/admin/me"], nav a[href="/admin"], nav a[href="/admin/"]').first().click();
      await page.waitForURL((address) => !address.pathname.includes('api::vote.vote'));
      await page.evaluate('history.back()');
      await openVote(page);
      await dialog.getByRole('textbox').first().fill('王金平');
      for (const leave of [() => page.keyboard.press('Escape'), () => page.evaluate('history.forward()')]) {
        await leave();
        await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
        await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
        expect(await dialog.getByRole('textbox').first().inputValue()).toBe('王金平');
      }
      await asksBeforeUnload(page);
      await dialog.getByRole('button', { name: '取消' }).last().click();
      await page.getByRole('alertdialog').getByRole('button', { name: '確認' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expectEventually(() => page.getByRole('button', { name: '儲存' }).isDisabled(), true);
      expect((await stored()).aye).toEqual([reps.高金素梅.id, reps.余天.id]);

      await openVote(page);
      await dialog
        .getByRole('textbox')
        .first()
        .fill(
          '表決結果名單：\n一、贊成者：5人\n王金平　　李　敖　　瓦歷斯．貝林　廖國\n棟Sufin Siluko　以上5人\n' +
            '二、反對者：\n王　明、張　偉、王金瓶\n三、棄權者：鄭天財Sra Kacaw　李敖\n四、未投票者：0人',
        );
      await listed(page, '贊成').nth(5).waitFor();
      await expectEventually(() => listed(page, '贊成').count(), 6);
      await dialog.getByText('6 人，官方 5 人').waitFor();
      await dialog.getByText('當日無席次').waitFor();
      await expectEventually(() => dialog.getByText('重複').count(), 2);
      await dialog.getByText('還有 2 個名字沒有確認').waitFor();

      await dialog.getByRole('radio', { name: `張偉 #${namesakes[1].id}` }).check();
      await dialog
        .getByRole('group', { name: /王金瓶/ })
        .getByRole('radio', { name: '略過' })
        .check();
      await dialog.getByRole('button', { name: '從「棄權」移除李敖' }).click();
      await dialog.getByRole('button', { name: '從「贊成」移除余天' }).click();
      await dialog.getByText('名字都已對上').waitFor();
      await expectEventually(() => dialog.getByText(/重複|當日無席次/).count(), 0);
      await dialog.getByRole('button', { name: '放入表單' }).click();
      // Somebody else enters the same list meanwhile.
      const late = await member('林一');
      await patch(`/console/lab/rs_votes/${vote.id}`, { nay: [late.id] });
      await save(page);
      expect(await stored()).toEqual({
        aye: [reps.高金素梅.id, reps.王金平.id, reps.李敖.id, reps['瓦歷斯‧貝林'].id, reps['廖國棟Sufin‧Siluko'].id],
        nay: [late.id, reps.王明.id, namesakes[1].id],
        abstain: [reps['鄭天財 Sra Kacaw'].id],
        absence: [],
      });
    },
  );

  browserTest('replaces a list in the order of the minutes, in English', async ({ open }) => {
    const page = await openForm(open, 'en');
    await openVote(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('王明 高金素梅 李敖');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('status').filter({ hasText: '3 of 5 official' }).waitFor();
    await dialog.getByRole('button', { name: 'Put into the form' }).click();
    await page.getByRole('term').first().waitFor();
    // Somebody else has entered another list meanwhile.
    await patch(`/console/lab/rs_votes/${vote.id}`, { nay: [reps.王金平.id] });
    await save(page);
    expect(await stored()).toMatchObject({
      aye: [reps.王明.id, reps.高金素梅.id, reps.李敖.id],
      nay: [reps.王金平.id],
    });
  });

  browserTest('asks where a member stands whom two people have entered in different lists', async ({ open }) => {
    const path = `/admin/content-manager/collection-types/api::vote.vote/${await documentOf('votes', vote.id)}`;
    const [first, second] = [await open(path), await open(path, { as: 'admin' })];
    for (const [page, names] of [
      [first, '二、反對者：\n王明'],
      [second, '三、棄權者：\n王明、李敖'],
    ] as const) {
      await openVote(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill(names);
      await dialog.getByText('名字都已對上').waitFor();
      await dialog.getByRole('button', { name: '放入表單' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await save(first);
    await second.getByRole('button', { name: '儲存', exact: true }).first().click();
    const dialog = second.getByRole('dialog', { name: '您和別人的修改不能並存' });
    const group = dialog.getByRole('region', { name: '這些欄位一起選擇' });
    const field = (name: string) => group.getByRole('region', { name, exact: true });
    await field('反對').locator('del').filter({ hasText: '王明' }).waitFor();
    await field('反對').getByText('Rostra Editor').waitFor();
    expect(await field('棄權').locator('ins').allTextContents()).toEqual(['王明']);
    expect(await stored()).toMatchObject({ nay: [reps.王明.id], abstain: [] });
    await group.getByText('改成我的內容').click();
    await dialog.getByRole('button', { name: '儲存', exact: true }).click();
    await expectEventually(stored, {
      aye: [reps.高金素梅.id, reps.余天.id],
      nay: [],
      abstain: [reps.王明.id, reps.李敖.id],
      absence: [],
    });
  });
});
