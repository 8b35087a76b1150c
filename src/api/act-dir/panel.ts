import { groupTitles, order, specificTopic } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/act-dir/schema.json';

export const actDir = definePanel<typeof schema>({
  uid: 'api::act-dir.act-dir',
  name: { zh: '修法方向', en: 'Act direction' },
  plural: { zh: '修法方向', en: 'Act directions' },
  summary: { zh: '子題底下，修法可能往哪些方向走。', en: 'Where amendments on a specific topic may lead.' },
  task: 'topics',
  helper: true,
  fields: { name: { zh: '名稱', en: 'Name' }, index: order, st: specificTopic },
  main: 'record_title',
  list: { columns: ['number', 'name', 'st', 'index'], sort: ['number', 'ASC'], pageSize: 20 },
  groups: [{ title: groupTitles.basics, rows: [{ name: 8, index: 4 }, { st: 12 }] }],
});
