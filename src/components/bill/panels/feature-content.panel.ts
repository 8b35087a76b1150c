import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../feature-content.json';

export const featureContent = defineComponentPanel<typeof schema>({
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
