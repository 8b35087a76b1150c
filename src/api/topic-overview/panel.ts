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
import type schema from './content-types/topic-overview/schema.json';

export const topicOverview = definePanel<typeof schema>({
  uid: 'api::topic-overview.topic-overview',
  name: { zh: '議題總覽', en: 'Topic overview' },
  plural: { zh: '議題總覽', en: 'Topic overviews' },
  summary: { zh: '為讀者介紹子題的頁面。', en: 'Pages that introduce a specific topic to readers.' },
  task: 'content',
  fields: {
    record_status: recordStatus,
    slug,
    image,
    st: specificTopic,
    tagline: { zh: '標語', en: 'Tagline' },
    title,
    intro: { zh: '引言', en: 'Introduction' },
    description: { zh: '內文', en: 'Text' },
    timeline: { zh: '時間軸', en: 'Timeline', required: true },
    related_links: { zh: '相關連結', en: 'Related links' },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'st', 'record_status', 'updatedAt'], sort: ['number', 'ASC'] },
  details: ['st'],
  filters: {
    st: byTopic('st'),
  },
  groups: [
    {
      title: groupTitles.basics,
      rows: [
        { title: 8, record_status: 4 },
        { st: 6, slug: 6 },
        { tagline: 6, image: 6 },
      ],
    },
    { title: groupTitles.text, rows: [{ intro: 12 }, { description: 12 }] },
    { title: { zh: '延伸閱讀', en: 'Further reading' }, rows: [{ timeline: 12 }, { related_links: 12 }] },
  ],
});
