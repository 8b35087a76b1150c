import type { Page } from 'playwright-core';
import { browserTest, expectEventually } from '../support/browser';
import { get } from '../support/client';
import { make, type RecordBody, unique } from '../support/factory';
import { pick, save } from '../support/form';
import { documentOf } from '../support/panel';

const scores = (table: [bill: RecordBody, ...scores: [feature: RecordBody, score: number][]][]) =>
  table.map(([bill, ...row]) => ({
    bill_id: bill.id,
    score_per_act_feature: row.map(([feature, score]) => ({ act_feature_id: feature.id, score })),
  }));

const grid = (page: Page) => page.getByRole('grid');

/** Reads the texts of the cells, by row. */
const shown = async (page: Page): Promise<string[][]> => {
  const rows = await grid(page).getByRole('row').all();
  return Promise.all(
    rows.slice(1).map(async (row) => {
      const cells = await row.getByRole('gridcell').all();
      return Promise.all(cells.map(async (cell) => (await cell.locator('span').first().textContent()) ?? ''));
    }),
  );
};

/** Pastes text in the format of a spreadsheet. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[role=grid]').dispatchEvent(event);
  }`);

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Holds requests to these addresses back until they are released; `release` resolves when the first is answered. */
async function holdBack(page: Page, address: RegExp): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(address, async (route) => {
    await gate;
    await route.continue().catch(() => {});
  });
  return {
    release: async () => {
      const answered = page.waitForResponse(address);
      open();
      await answered;
    },
  };
}

describe('the score board', () => {
  let bills: [RecordBody, RecordBody, RecordBody];
  let features: [RecordBody, RecordBody];
  let dataSet: RecordBody;

  beforeEach(async () => {
    features = [await make('act-feature', { feature: '罰則' }), await make('act-feature', { feature: '適用對象' })];
    const act_dir_id = (await make('act-dir')).id;
    const said = { act_dir_id, act_feature_id: features[1].id, short_content: '擴及外籍勞工', content: '含家事勞工' };
    bills = [
      await make('bill', { version_no: '第1號', act_features: [said] }),
      await make('bill', { version_no: '第2號' }),
      await make('bill'),
    ];
    const [b, f] = [bills, features];
    dataSet = await make('bill-data-set', {
      bill_ids: [b[0].id, b[1].id, b[2].id],
      act_feature_ids: [f[0].id, f[1].id],
      scores: scores([[b[1], [f[1], 2]]]),
    });
  });

  const stored = async () => (await get(`/console/lab/bill_data_sets/${dataSet.id}`)).body.scores;

  const openBoard = async (
    open: (path: string, options?: { language?: 'en' | 'zh' }) => Promise<Page>,
    language?: 'en',
  ) => {
    const uid = 'api::bill-data-set.bill-data-set';
    const page = await open(
      `/admin/content-manager/collection-types/${uid}/${await documentOf('bill_data_sets', dataSet.id)}`,
      language && { language },
    );
    await grid(page).getByRole('gridcell').first().waitFor();
    return page;
  };

  browserTest('keeps what two people score in different cells, and asks about the same one', async ({ open }) => {
    const [first, second] = [await openBoard(open), await openBoard(open)];
    const [[a, b], [f, g]] = [bills, features];
    await grid(first).focus();
    await press(first, 'Control+Home', '3', 'Tab');
    await save(first);
    await grid(second).focus();
    await press(second, 'Control+Home', 'ArrowDown', '7', 'Tab');
    // Refused at first, and merged without a question.
    await second.getByRole('button', { name: '儲存', exact: true }).click();
    await expectEventually(
      stored,
      scores([
        [b, [g, 2], [f, 7]],
        [a, [f, 3]],
      ]),
    );
    await expectEventually(
      () => shown(second),
      [
        ['3', '—'],
        ['7', '2'],
        ['—', '—'],
      ],
    );
    await grid(first).focus();
    await press(first, 'Control+Home', 'ArrowDown', '5', 'Tab', 'ArrowUp', '1', 'Tab');
    await first.getByRole('button', { name: '儲存', exact: true }).click();
    const dialog = first.getByRole('dialog');
    // Only the cell that both have changed is named, by its bill and feature.
    await dialog.getByText('各修法特徵的分數').waitFor();
    const said = (await dialog.getByRole('region', { name: '評分', exact: true }).textContent()) ?? '';
    expect([said.includes('罰則'), said.includes('適用對象'), said.includes('score')]).toEqual([true, false, false]);
    expect(await dialog.locator('del').allTextContents()).toEqual(['7']);
    await dialog.getByText('留下對方的內容').click();
    await dialog.getByRole('button', { name: '儲存', exact: true }).click();
    await expectEventually(
      stored,
      scores([
        [b, [g, 2], [f, 7]],
        [a, [f, 3], [g, 1]],
      ]),
    );
  });

  browserTest('is filled by keyboard, as a spreadsheet is', async ({ open }) => {
    const page = await openBoard(open);
    await page.getByText('還缺 5 格，共 6 格').waitFor();
    await grid(page).getByText('擴及外籍勞工', { exact: true }).waitFor();
    await grid(page).focus();
    await press(page, '3', 'Tab', '-', '1', 'Enter', 'ArrowUp', 'ArrowDown');
    await expectEventually(
      () => shown(page),
      [
        ['3', '-1'],
        ['—', '2'],
        ['—', '—'],
      ],
    );
    await press(page, 'Home', '4', 'Escape', '7', 'ArrowDown', 'End', 'x', 'Enter');
    await page.getByRole('alert').filter({ hasText: '「x」不是分數' }).waitFor();
    await press(page, 'Escape', '5', 'Enter', 'F2', '0', 'Enter');
    await expectEventually(
      () => shown(page),
      [
        ['3', '-1'],
        ['7', '2'],
        ['—', '50'],
      ],
    );
    await press(page, 'Control+z', 'Control+z', 'Control+y', 'Control+Home', 'Delete');
    await expectEventually(
      () => shown(page),
      [
        ['—', '-1'],
        ['7', '2'],
        ['—', '5'],
      ],
    );
    await page.getByText('還缺 2 格，共 6 格').waitFor();
    await save(page);
    const [[a, b, c], [f, g]] = [bills, features];
    expect(await stored()).toEqual(
      scores([
        [b, [g, 2], [f, 7]],
        [a, [g, -1]],
        [c, [g, 5]],
      ]),
    );
  });

  browserTest('takes a block from a spreadsheet, and undoes it, in English', async ({ open }) => {
    const page = await openBoard(open, 'en');
    await grid(page).focus();
    await paste(page, '1\tgood\n2\t3\n');
    await page.getByText('Nothing was pasted: row 1, column 2 “good” is not a whole number.').waitFor();
    await paste(page, '1\t2\t3');
    await page.getByText('1 rows × 3 columns do not fit').waitFor();
    await paste(page, '1\t2\r\n3\t\r\n5\t６\r\n');
    await expectEventually(
      () => shown(page),
      [
        ['1', '2'],
        ['3', '—'],
        ['5', '6'],
      ],
    );
    await press(page, 'Control+z');
    await page.getByText('5 of 6 scores missing').waitFor();
    await press(page, 'Control+Shift+Z', 'Control+Home', 'Shift+ArrowDown', 'Shift+ArrowRight');
    await paste(page, '9');
    await expectEventually(
      () => shown(page),
      [
        ['9', '9'],
        ['9', '9'],
        ['5', '6'],
      ],
    );
    await save(page);
    const [[a, b, c], [f, g]] = [bills, features];
    const whole = (
      bill: RecordBody,
      x: number,
      y: number,
    ): [RecordBody, [RecordBody, number], [RecordBody, number]] => [bill, [f, x], [g, y]];
    expect(await stored()).toEqual(scores([whole(b, 9, 9), whole(a, 9, 9), whole(c, 5, 6)]));
    await page.getByText('All 6 cells have scores').waitFor();
  });

  browserTest('follows bills that are taken out of the form', async ({ open }) => {
    const page = await openBoard(open);
    await page.getByText('還缺 5 格，共 6 格').waitFor();
    await page.locator('li').filter({ hasText: '第2號' }).getByRole('button').last().click();
    await page.getByText('還缺 4 格，共 4 格').waitFor();
    await save(page);
    const { bill_ids, scores: storedScores } = (await get(`/console/lab/bill_data_sets/${dataSet.id}`)).body;
    expect([bill_ids, storedScores]).toEqual([[bills[0].id, bills[2].id], []]);
  });

  browserTest(
    'keeps the scores of a bill that has just been added, while what was saved is being read',
    async ({ open }) => {
      const version_no = unique('第9號');
      const added = await make('bill', { version_no });
      const page = await openBoard(open);
      await page.getByText('還缺 5 格，共 6 格').waitFor();
      await pick(page, '議案', version_no);
      await page.getByText('還缺 7 格，共 8 格').waitFor();
      await grid(page).focus();
      await press(page, 'Control+End', '8', 'Enter');
      await page.getByText('還缺 6 格，共 8 格').waitFor();

      const reading = await holdBack(page, /\/relations\/api::bill-data-set\.bill-data-set\/[^/]+\/bills\?/);
      await save(page);
      const saveButton = page.getByRole('button', { name: '儲存', exact: true });
      await page.locator('[role=grid][aria-readonly=true]').waitFor();
      await expectEventually(() => saveButton.isDisabled(), true);
      await reading.release();
      await page.locator('[role=grid][aria-readonly=false]').waitFor();
      const whole = [
        ['—', '—'],
        ['—', '2'],
        ['—', '—'],
        ['—', '8'],
      ];
      await expectEventually(() => shown(page), whole);
      const [[, b], [, g]] = [bills, features];
      const table = scores([
        [b, [g, 2]],
        [added, [g, 8]],
      ]);
      expect(await stored()).toEqual(table);
      await expectEventually(() => saveButton.isDisabled(), true);

      await page.reload();
      await page.getByText('還缺 6 格，共 8 格').waitFor();
      await expectEventually(() => shown(page), whole);
      expect(await stored()).toEqual(table);
    },
  );
});
