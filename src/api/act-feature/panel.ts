import { groupTitles, specificTopic } from '../../plugins/newsroom/shared/common-fields';
import { byAct, byDirection, byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/act-feature/schema.json';

export const actFeature = definePanel<typeof schema>({
  uid: 'api::act-feature.act-feature',
  name: { zh: '修法特徵', en: 'Act feature' },
  plural: { zh: '修法特徵', en: 'Act features' },
  summary: {
    zh: '比較同一部法律各版本議案的項目與評分標準。',
    en: 'The criteria for comparing bills on an act, with their scales.',
  },
  task: 'analysis',
  fields: {
    st: specificTopic,
    act: { zh: '法律', en: 'Act', required: true },
    act_dir: { zh: '修法方向', en: 'Act direction' },
    feature: {
      zh: '特徵',
      en: 'Feature',
      hint: { zh: '所比較的項目，例如 每七日的例假與休息日。', en: 'What is compared, for example days off in seven.' },
    },
    dir: {
      zh: '方向說明',
      en: 'Direction',
      hint: { zh: '修法的方向，例如 增加休假。', en: 'The direction of the change, for example more leave.' },
    },
    content: { zh: '說明', en: 'Description' },
    scale_score_max: { zh: '最高分', en: 'Highest score' },
    scale: { zh: '評分標準', en: 'Scale', hint: { zh: '每個分數代表什麼。', en: 'What each score means.' } },
  },
  main: 'record_title',
  list: { columns: ['number', 'feature', 'st', 'act', 'act_dir', 'scale_score_max'], sort: ['number', 'ASC'] },
  details: ['act_dir'],
  filters: {
    st: byTopic('st'),
    act: byAct('act'),
    act_dir: byDirection('act_dir'),
  },
  groups: [
    { title: groupTitles.basics, rows: [{ feature: 8, dir: 4 }, { content: 12 }] },
    { title: { zh: '所屬', en: 'Belongs to' }, rows: [{ st: 4, act: 4, act_dir: 4 }] },
    { title: { zh: '評分', en: 'Scoring' }, rows: [{ scale_score_max: 4 }, { scale: 12 }] },
  ],
});
