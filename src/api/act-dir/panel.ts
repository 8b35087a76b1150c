import { groupTitles, order, specificTopic } from '../../plugins/newsroom/shared/common-fields';
import { byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/act-dir/schema.json';

export const actDir = definePanel<typeof schema>({
  uid: 'api::act-dir.act-dir',
  name: { zh: '修法方向', en: 'Act direction' },
  plural: { zh: '修法方向', en: 'Act directions' },
  summary: { zh: '子題之下可能的修法方向。', en: 'Possible directions of amendments on a specific topic.' },
  task: 'topics',
  helper: true,
  fields: { name: { zh: '名稱', en: 'Name' }, index: order, st: specificTopic },
  main: 'record_title',
  list: { columns: ['number', 'name', 'st', 'index'], sort: ['number', 'ASC'] },
  filters: {
    st: byTopic('st'),
  },
  groups: [{ title: groupTitles.basics, rows: [{ name: 8, index: 4 }, { st: 12 }] }],
});
