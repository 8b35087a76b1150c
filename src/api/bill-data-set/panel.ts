import {
  endDate,
  groupTitles,
  slug,
  specificTopic,
  startDate,
  termIndex,
} from '../../plugins/newsroom/shared/common-fields';
import { byAct, byDirection, byTerm, byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/bill-data-set/schema.json';

export const billDataSet = definePanel<typeof schema>({
  uid: 'api::bill-data-set.bill-data-set',
  name: { zh: '議案資料集', en: 'Bill data set' },
  plural: { zh: '議案資料集', en: 'Bill data sets' },
  summary: {
    zh: '一屆中同一議題的議案，依修法特徵評分。',
    en: 'Bills of a term on one topic, scored by act features.',
  },
  task: 'analysis',
  fields: {
    name: { zh: '名稱', en: 'Name' },
    version_no: { zh: '版本', en: 'Version', placeholder: { zh: '1.0', en: '1.0' } },
    slug,
    term_index: termIndex,
    start_date: startDate,
    end_date: endDate,
    st: specificTopic,
    act: { zh: '法律', en: 'Act', required: true },
    act_dir: { zh: '修法方向', en: 'Act direction', required: true },
    act_features: {
      zh: '修法特徵',
      en: 'Act features',
      hint: { zh: '評分表的欄。', en: 'The columns of the scores.' },
    },
    bills: { zh: '議案', en: 'Bills', hint: { zh: '評分表的列。', en: 'The rows of the scores.' } },
    scores: {
      zh: '評分',
      en: 'Scores',
      hint: { zh: '每件議案在每個修法特徵上的分數。', en: 'The score of each bill for each act feature.' },
      rows: {
        score_per_act_feature: { zh: '各修法特徵的分數', en: 'Scores by act feature' },
        score: { zh: '分數', en: 'Score' },
      },
    },
  },
  main: 'record_title',
  list: { columns: ['number', 'name', 'version_no', 'term_index', 'st', 'act_dir'], sort: ['number', 'ASC'] },
  details: ['st'],
  filters: {
    term: byTerm('term_index'),
    st: byTopic('st'),
    act: byAct('act'),
    act_dir: byDirection('act_dir'),
  },
  groups: [
    { title: groupTitles.basics, rows: [{ name: 8, version_no: 4 }, { slug: 12 }] },
    {
      title: { zh: '範圍', en: 'Scope' },
      rows: [
        { st: 4, act: 4, act_dir: 4 },
        { term_index: 2, start_date: 5, end_date: 5 },
      ],
    },
    { title: { zh: '評分', en: 'Scoring' }, rows: [{ act_features: 6, bills: 6 }, { scores: 12 }] },
  ],
});
