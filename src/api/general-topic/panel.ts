import { groupTitles, image, order, title } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/general-topic/schema.json';

export const generalTopic = definePanel<typeof schema>({
  uid: 'api::general-topic.general-topic',
  name: { zh: '母題', en: 'General topic' },
  plural: { zh: '母題', en: 'General topics' },
  summary: { zh: '大範圍的議題，底下有多個子題。', en: 'Broad topics, each with several specific topics.' },
  task: 'topics',
  fields: {
    title,
    index: order,
    image,
    description: { zh: '說明', en: 'Description' },
    specific_topics: { zh: '子題', en: 'Specific topics' },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'index', 'specific_topics'], sort: ['index', 'ASC'] },
  groups: [
    { title: groupTitles.basics, rows: [{ title: 8, index: 4 }, { description: 12 }, { image: 12 }] },
    { title: { zh: '子題', en: 'Specific topics' }, rows: [{ specific_topics: 12 }] },
  ],
});
