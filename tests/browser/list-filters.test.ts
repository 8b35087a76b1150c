import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { sql } from '../support/client';
import { make, unique } from '../support/factory';

const LIST = '/admin/content-manager/collection-types/api::bill.bill';

/** Chooses a filter in the list's dialog, and a record by a part of its name. */
async function filterBy(page: Page, filter: string, typed: string, record: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: '篩選條件', exact: true }).first().click();
  const fields = page.getByRole('combobox', { name: '選擇欄位' });
  await fields.click();
  await page.getByRole('option', { name: filter, exact: true }).click();
  await page.getByRole('combobox', { name: filter, exact: true }).fill(typed);
  await page.getByRole('option', { name: record }).click();
  await page.getByRole('button', { name: '新增篩選器' }).click();
}

const rows = (page: Page) => page.locator('tbody tr');

browserTest(
  'bills of a member in a topic are found by names; the address shares it; back and forward keep it',
  async ({ open }) => {
    const [title, name, version_no] = [unique('臺灣勞動議題'), unique('王提案'), unique('委員提案第')];
    const [topic, rep] = [await make('specific-topic', { title }), await make('rep', { name })];
    const question = await make('st-question', { st: topic.id });
    const st_questions = [{ st_question_id: question.id, position: '贊成' }];
    await make('bill', { st_questions, sponsors: [rep.id], version_no });
    await make('bill', { st_questions });
    const page = await open(LIST);
    await filterBy(page, '子題', title.replace('臺', '台').slice(2), title);
    await expectEventually(() => rows(page).count(), 2);
    await page.getByText(`子題：${title}`).waitFor();
    await filterBy(page, '提案人', name.slice(1), new RegExp(name));
    await expectEventually(() => rows(page).count(), 1);
    await rows(page).getByText(version_no).first().waitFor();
    await page.getByText(`提案人：${name}`).waitFor();
    const shared = page.url();

    await rows(page).getByText(version_no).first().click();
    await page.locator('textarea[name=content]').waitFor();
    await page.goBack();
    await expectEventually(() => rows(page).count(), 1);
    await page.getByText(`提案人：${name}`).waitFor();

    // Someone else opens the address.
    const other = await open(shared.slice(new URL(shared).origin.length));
    await expectEventually(() => rows(other).count(), 1);
    await other.getByRole('button', { name: '移除篩選條件「提案人」' }).click();
    await expectEventually(() => rows(other).count(), 2);
    expect(await other.getByText(`提案人：${name}`).count()).toBe(0);
    // Other lists do not have it.
    await other.getByRole('link', { name: '記名表決', exact: true }).click();
    await other.waitForURL(/api::vote\.vote/);
    await other.getByRole('heading', { level: 1, name: '表決', exact: true }).waitFor();
    expect(await other.getByText(`子題：${title}`).count()).toBe(0);

    // A filter that cannot be used says why, and can be removed.
    await page.goto(
      new URL(
        `${LIST}?filters[$and][0][by_session][$eq][session]=x&filters[$and][1][by_st][$eq][st]=${topic.id}`,
        page.url(),
      ).href,
    );
    await page.getByText('會期：x（這個值不能用來篩選。）').waitFor();
    expect(await page.getByText(version_no).count()).toBe(0);
    await page.getByRole('button', { name: '移除篩選條件「會期」' }).click();
    await expectEventually(() => rows(page).count(), 2);

    // What was chosen for one filter is not taken for another's.
    await page.getByRole('button', { name: '篩選條件', exact: true }).first().click();
    for (const filter of ['連署人', '提案人']) {
      await page.getByRole('combobox', { name: '選擇欄位' }).click();
      await page.getByRole('option', { name: filter, exact: true }).click();
      await expectEventually(() => page.getByRole('combobox', { name: filter, exact: true }).inputValue(), '');
      await page.getByRole('combobox', { name: filter, exact: true }).fill(name.slice(1));
      await page.getByRole('option', { name: new RegExp(name) }).click();
    }
    await page.getByRole('button', { name: '新增篩選器' }).click();
    await expectEventually(() => rows(page).count(), 1);
    expect(new URL(page.url()).search).not.toContain('cosponsor');
  },
);

browserTest('a list is saved as a view and opened from the desk, also by others', async ({ open }) => {
  const [name, version_no] = [unique('我的檢視'), unique('委員提案第')];
  await make('bill', { version_no, term_index: 9 });
  const page = await open(`${LIST}?page=1&filters[$and][0][version_no][$eq]=${version_no}&sort=date:ASC`);
  await expectEventually(() => rows(page).count(), 1);
  const columns = (shown: Page) => shown.locator('thead th').allInnerTexts();
  const menu = (shown: Page) => shown.getByRole('button', { name: /^檢視(：|$)/ });
  const before = await columns(page);
  await page.getByRole('button', { name: '檢視設定' }).click();
  await page.getByRole('checkbox', { name: /^字號/ }).click();
  await page.keyboard.press('Escape');
  await expectEventually(async () => (await columns(page)).length, before.length + 1);
  const chosen = await columns(page);

  const save = async () => {
    await menu(page).click();
    await page.getByRole('menuitem', { name: '把目前的清單存成檢視…' }).click();
    await page.getByRole('textbox', { name: '名稱' }).fill(name);
  };
  await save();
  await page.getByRole('checkbox', { name: /共用/ }).click();
  await page.getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByRole('button', { name: `檢視：${name}` }).waitFor();

  // With another column the list is another one, which takes its place, shared as it was.
  await page.getByRole('button', { name: '檢視設定' }).click();
  await page.getByRole('checkbox', { name: /^字號/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '檢視', exact: true }).waitFor();
  await page.getByRole('button', { name: '檢視設定' }).click();
  await page.getByRole('checkbox', { name: /^字號/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `檢視：${name}` }).waitFor();
  await page.locator('thead').getByText('屆次', { exact: true }).click();
  await page.getByRole('button', { name: '檢視', exact: true }).waitFor();
  await save();
  await page.getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByRole('button', { name: '取代' }).click();
  await page.getByRole('button', { name: `檢視：${name}` }).waitFor();

  // What the list shows otherwise is not added to the view, and comes back without it.
  await page.goto(new URL(`${LIST}?filters[$and][0][term_index][$eq]=8`, page.url()).href);
  await page.getByRole('button', { name: '檢視', exact: true }).waitFor();
  await page.goto(new URL('/admin/plugins/newsroom/desk', page.url()).href);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: `檢視：${name}` }).waitFor();
  await expectEventually(() => rows(page).count(), 1);
  expect(await columns(page)).toEqual(chosen);
  expect(new URL(page.url()).searchParams.get('sort')).toContain('term_index');
  const other = await open('/admin/plugins/newsroom/desk', { as: 'admin' });
  await other.getByRole('link', { name, exact: true }).click();
  await expectEventually(() => rows(other).count(), 1);
  expect(await columns(other)).toEqual(chosen);
  await menu(other).click();
  await other.getByRole('menuitem', { name: '不用檢視' }).click();
  await expectEventually(() => columns(other), before);
  expect(new URL(other.url()).search).not.toContain('version_no');

  // Deleted, and brought back.
  await menu(page).click();
  await page.getByRole('menuitem', { name: '管理檢視…' }).click();
  await page.getByRole('button', { name: `刪除檢視「${name}」` }).click();
  await page.getByText(`已刪除「${name}」`).waitFor();
  expect(await sql('select id from rostra_views where name = $1 and removed is null', [name])).toEqual([]);
  await page.getByRole('button', { name: '復原' }).click();
  await page.getByRole('button', { name: `刪除檢視「${name}」` }).waitFor();
  await page.getByRole('button', { name: '關閉' }).last().click();
  await page.getByRole('button', { name: `檢視：${name}` }).waitFor();
});

browserTest('lists show counts, words, and what members are, and open records by the keyboard', async ({ open }) => {
  const [name, title] = [unique('王委員'), unique('表決案由')];
  const party = await make('party', { name: unique('政黨') });
  const rep = await make('rep', {
    name,
    gender: -100,
    parties: [{ term_index: 9, party: party.id }],
  });
  await make('vote', { title, aye: [rep.id, (await make('rep')).id], nay: [], abstain: [], absence: [] });
  const page = await open(`${LIST.replace('bill.bill', 'rep.rep')}?page=1&filters[$and][0][name][$eq]=${name}`);
  await expectEventually(() => rows(page).count(), 1);
  await rows(page).getByText('女', { exact: true }).waitFor();
  await rows(page).getByText(party.name).waitFor();
  await page.locator('thead').getByText('政黨、屆次、選區').waitFor();
  await page.goto(
    new URL(`${LIST.replace('bill.bill', 'vote.vote')}?page=1&filters[$and][0][title][$eq]=${title}`, page.url()).href,
  );
  await expectEventually(() => rows(page).getByText('2 筆').count(), 1);
  await rows(page).getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/api::vote\.vote\/\w+/);
});
