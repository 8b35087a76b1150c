import { browserTest, expectEventually } from '../support/browser';
import { type Answer, get, sql } from '../support/client';
import { make, unique } from '../support/factory';
import { addRow, pick, writeDay } from '../support/form';

const BILL = 'api::bill.bill';

describe('a new bill', () => {
  let made: Record<
    'act' | 'topic' | 'first' | 'second' | 'tag' | 'step' | 'question' | 'direction' | 'feature',
    Answer['body']
  >;

  beforeEach(async () => {
    const act = await make('act', { title: unique('勞動基準法') });
    const topic = await make('specific-topic', {
      st_questions: [{ question: unique('是否贊成'), index: 1 }],
      act_dirs: [{ name: unique('縮短工時'), index: 1 }],
    });
    made = {
      act,
      topic,
      first: await make('rep', { name: unique('林禾田') }),
      second: await make('rep', { name: unique('蔡沛岑') }),
      tag: await make('tag', { name: unique('工時') }),
      step: await make('legislative-step', { name: unique('三讀') }),
      question: topic.st_questions[0],
      direction: topic.act_dirs[0],
      feature: await make('act-feature', { feature: unique('例假'), act_id: act.id }),
    };
  });

  browserTest('is entered group by group, saved, and answered as it was entered', async ({ open }) => {
    const page = await open(`/admin/content-manager/collection-types/${BILL}/create`);
    const write = (field: string, text: string) => page.getByRole('textbox', { name: field, exact: true }).fill(text);
    const version = unique('委員提案第19001號');

    await pick(page, '法律', made.act.title);
    await write('字號', version);
    await writeDay(page, '提案日期', '2016/04/15');
    await page.getByRole('checkbox', { name: '三讀通過' }).click();
    await write('屆次', '9');
    await write('會期', '1');
    await write('臨時會', '0');
    await write('案由與說明', '案由：修正第三十六條。\n說明：每七日二日例假。');
    await write('資料來源連結', 'https://ly.example.org/bills/1');
    await pick(page, '標籤', made.tag.name);

    await pick(page, '主提案委員', made.first.name);
    await pick(page, '提案人', made.second.name, made.first.name);
    await pick(page, '連署人', made.second.name);

    const step = await addRow(page, '審議進度');
    await writeDay(step, '日期', '2016/12/06');
    await pick(step, '審議程序', made.step.name);
    await write('審議進度連結', 'https://ly.example.org/bills/1/progress');

    const position = await addRow(page, '對議題提問的立場');
    await pick(position, '議題提問', made.question.question);
    await position.getByRole('textbox', { name: '立場' }).fill('贊成');
    const feature = await addRow(page, '依修法特徵的內容');
    await pick(feature, '修法方向', made.direction.name);
    await pick(feature, '修法特徵', made.feature.feature);
    await feature.getByRole('textbox', { name: '短內容', exact: true }).fill('每七日二日例假。');
    await feature.getByRole('textbox', { name: '內容', exact: true }).fill('第三十六條　勞工每七日應有二日例假。');

    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes(BILL));
    await page.getByRole('button', { name: '儲存' }).click();
    expect([(await saved).status(), await (await saved).text()]).toEqual([201, expect.anything()]);
    const { number } = (await (await saved).json()).data;
    await page.getByRole('heading', { level: 1, name: `${version} · ${made.act.title}` }).waitFor();

    expect((await get(`/console/lab/rs_bills/${number}`)).body).toEqual({
      id: number,
      act_id: made.act.id,
      is_law: true,
      version_no: version,
      date: Date.UTC(2016, 3, 15),
      term_index: 9,
      session_index: 1,
      temp_session_index: 0,
      principle_sponsor_type: 'rep',
      principle_sponsor_value: made.first.id,
      sponsors: [made.second.id, made.first.id],
      cosponsors: [made.second.id],
      content: '案由：修正第三十六條。\n說明：每七日二日例假。',
      data_source_link: 'https://ly.example.org/bills/1',
      progress_source_link: 'https://ly.example.org/bills/1/progress',
      tags: [made.tag.id],
      legislative_steps: [{ date: Date.UTC(2016, 11, 6), legislative_step_id: made.step.id }],
      st_questions: [{ st_id: made.topic.id, st_question_id: made.question.id, position: '贊成' }],
      act_features: [
        {
          st_id: made.topic.id,
          act_dir_id: made.direction.id,
          act_feature_id: made.feature.id,
          short_content: '每七日二日例假。',
          content: '第三十六條　勞工每七日應有二日例假。',
        },
      ],
    });
  });

  browserTest('without a required value says so at the field, in English', async ({ open }) => {
    const page = await open(`/admin/content-manager/collection-types/${BILL}/create`, { language: 'en' });
    const version = unique('no act');
    await page.getByRole('textbox', { name: 'Bill no.', exact: true }).fill(version);
    const complaint = page.getByText(/value is required|must have a value/i);
    await expectEventually(() => complaint.count(), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await complaint.first().waitFor();
    expect(page.url()).toContain('/create');
    expect(await sql('select number from bills where version_no = $1', [version])).toEqual([]);
  });
});
