import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../question-position.json';

export const questionPosition = defineComponentPanel<typeof schema>({
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
