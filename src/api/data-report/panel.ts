import {
  groupTitles,
  image,
  recordStatus,
  slug,
  specificTopic,
  title,
} from '../../plugins/newsroom/shared/common-fields';
import { byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/data-report/schema.json';

const onlyOne = {
  zh: '議案資料集與發言資料集只能擇一。',
  en: 'Choose only one: a bill data set or a statement data set.',
};

export const dataReport = definePanel<typeof schema>({
  uid: 'api::data-report.data-report',
  name: { zh: '數據報告', en: 'Data report' },
  plural: { zh: '數據報告', en: 'Data reports' },
  summary: { zh: '根據一份資料集、依序排列圖表的報告。', en: 'Reports on a data set, with its figures in order.' },
  task: 'content',
  fields: {
    record_status: recordStatus,
    slug,
    type: { zh: '類型', en: 'Type', hint: { zh: '例如 bill。', en: 'For example bill.' } },
    image,
    title,
    st: specificTopic,
    figure_data_set_bill_data_set: { zh: '議案資料集', en: 'Bill data set', hint: onlyOne },
    figure_data_set_statement_data_set: { zh: '發言資料集', en: 'Statement data set', hint: onlyOne },
    figures: { zh: '圖表', en: 'Figures' },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'st', 'type', 'record_status', 'updatedAt'], sort: ['number', 'ASC'] },
  details: ['st', 'type'],
  filters: {
    st: byTopic('st'),
  },
  groups: [
    {
      title: groupTitles.basics,
      rows: [
        { title: 8, record_status: 4 },
        { st: 6, type: 6 },
      ],
    },
    {
      title: { zh: '資料與圖表', en: 'Data and figures' },
      rows: [{ figure_data_set_bill_data_set: 6, figure_data_set_statement_data_set: 6 }, { figures: 12 }],
    },
    { title: groupTitles.page, rows: [{ slug: 6, image: 6 }] },
  ],
});
