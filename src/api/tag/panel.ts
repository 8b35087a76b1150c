import { groupTitles, slug } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/tag/schema.json';

export const tag = definePanel<typeof schema>({
  uid: 'api::tag.tag',
  name: { zh: '標籤', en: 'Tag' },
  plural: { zh: '標籤', en: 'Tags' },
  summary: { zh: '議案、表決與時間軸共用的標籤。', en: 'Tags shared by bills, votes and timelines.' },
  task: 'topics',
  helper: true,
  fields: { name: { zh: '名稱', en: 'Name' }, slug, description: { zh: '說明', en: 'Description' } },
  main: 'name',
  list: { columns: ['number', 'name', 'slug', 'description'], sort: ['number', 'ASC'], pageSize: 50 },
  details: ['slug'],
  groups: [{ title: groupTitles.basics, rows: [{ name: 6, slug: 6 }, { description: 12 }] }],
});
