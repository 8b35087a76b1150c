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
import type schema from './content-types/insight/schema.json';

export const insight = definePanel<typeof schema>({
  uid: 'api::insight.insight',
  name: { zh: '觀點', en: 'Insight' },
  plural: { zh: '觀點', en: 'Insights' },
  summary: { zh: '對一個子題的分析文章。', en: 'Articles that explain a specific topic.' },
  task: 'content',
  fields: {
    record_status: recordStatus,
    slug,
    image,
    title,
    st: specificTopic,
    doc: { zh: '文件', en: 'Document', hint: { zh: '文章的全文。', en: 'The full text of the article.' } },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'st', 'record_status', 'updatedAt'], sort: ['number', 'ASC'] },
  details: ['st'],
  filters: {
    st: byTopic('st'),
    doc: { zh: '文件', en: 'Document', of: 'api::doc.doc', reads: ['doc'] },
  },
  groups: [
    {
      title: groupTitles.basics,
      rows: [
        { title: 8, record_status: 4 },
        { st: 6, doc: 6 },
      ],
    },
    { title: groupTitles.page, rows: [{ slug: 6, image: 6 }] },
  ],
});
