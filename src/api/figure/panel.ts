import { groupTitles, image, recordStatus, slug, title } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/figure/schema.json';

const onlyOne = {
  zh: '議案資料集與發言資料集只能擇一。',
  en: 'Choose only one: a bill data set or a statement data set.',
};

export const figure = definePanel<typeof schema>({
  uid: 'api::figure.figure',
  name: { zh: '圖表', en: 'Figure' },
  plural: { zh: '圖表', en: 'Figures' },
  summary: { zh: '依資料集繪製的圖。', en: 'Charts of a data set.' },
  task: 'analysis',
  fields: {
    record_status: recordStatus,
    slug,
    type: {
      zh: '類型',
      en: 'Type',
      hint: { zh: '例如 histogram（直方圖）。', en: 'For example histogram.' },
      values: { histogram: { zh: '直方圖', en: 'Histogram' } },
    },
    image,
    title,
    description: { zh: '說明', en: 'Description' },
    summary: {
      zh: '摘要',
      en: 'Summary',
      hint: { zh: '圖表要傳達的重點。', en: 'The figure’s message to the reader.' },
    },
    data_set_bill_data_set: { zh: '議案資料集', en: 'Bill data set', hint: onlyOne },
    data_set_statement_data_set: { zh: '發言資料集', en: 'Statement data set', hint: onlyOne },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'type', 'data_set_bill_data_set', 'record_status'], sort: ['number', 'ASC'] },
  details: ['type', 'data_set_bill_data_set', 'data_set_statement_data_set'],
  groups: [
    { title: groupTitles.basics, rows: [{ title: 8, record_status: 4 }, { type: 6, image: 6 }, { slug: 12 }] },
    { title: { zh: '資料', en: 'Data' }, rows: [{ data_set_bill_data_set: 6, data_set_statement_data_set: 6 }] },
    { title: groupTitles.text, rows: [{ summary: 12 }, { description: 12 }] },
  ],
});
