import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type featureContentSchema from '../feature-content.json';
import type legislativeStepSchema from '../legislative-step.json';
import type questionPositionSchema from '../question-position.json';

export const featureContent = defineComponentPanel<typeof featureContentSchema>({
  uid: 'bill.feature-content',
  name: { zh: '修法內容', en: 'Content by feature' },
  fields: {
    act_dir: { zh: '修法方向', en: 'Act direction', required: true },
    act_feature: { zh: '修法特徵', en: 'Act feature', required: true },
    short_content: {
      zh: '短內容',
      en: 'Short content',
      hint: { zh: '以一句話概括，讓讀者在列表中就能看懂。', en: 'One sentence that is clear on its own in a list.' },
    },
    content: { zh: '內容', en: 'Content', hint: { zh: '摘錄相關條文。', en: 'Quotes the relevant articles.' } },
  },
  main: 'short_content',
  rows: [{ act_dir: 6, act_feature: 6 }, { short_content: 12 }, { content: 12 }],
});

export const legislativeStepRow = defineComponentPanel<typeof legislativeStepSchema>({
  uid: 'bill.legislative-step',
  name: { zh: '審議進度', en: 'Legislative step' },
  fields: { date: { zh: '日期', en: 'Date' }, legislative_step: { zh: '審議程序', en: 'Step', required: true } },
  main: 'date',
  rows: [{ date: 6, legislative_step: 6 }],
});

export const questionPosition = defineComponentPanel<typeof questionPositionSchema>({
  uid: 'bill.question-position',
  name: { zh: '提問立場', en: 'Position on a question' },
  fields: {
    st_question: { zh: '議題提問', en: 'Question', required: true },
    position: {
      zh: '立場',
      en: 'Position',
      hint: { zh: '例如 贊成、反對。', en: 'For example 贊成 (for) or 反對 (against).' },
    },
  },
  main: 'position',
  rows: [{ st_question: 8, position: 4 }],
});
