import { groupTitles, image, order, title } from '../../plugins/newsroom/shared/common-fields';
import { byAct } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/specific-topic/schema.json';

export const specificTopic = definePanel<typeof schema>({
  uid: 'api::specific-topic.specific-topic',
  name: { zh: '子題', en: 'Specific topic' },
  plural: { zh: '子題', en: 'Specific topics' },
  summary: { zh: '具體議題，帶有修法方向與議題提問。', en: 'Concrete topics with act directions and questions.' },
  task: 'topics',
  fields: {
    title,
    index: order,
    image,
    description: { zh: '說明', en: 'Description' },
    general_topics: { zh: '所屬母題', en: 'General topics' },
    act_dirs: {
      zh: '修法方向',
      en: 'Act directions',
      hint: {
        zh: '這個議題可能的修法方向。移除的方向，儲存時會刪除；若仍在使用，將無法儲存。',
        en: 'Possible directions of amendments on this topic. Saving deletes those that you remove; one in use cannot be removed.',
      },
      children: 'api::act-dir.act-dir',
    },
    st_questions: {
      zh: '議題提問',
      en: 'Questions',
      hint: {
        zh: '用以記錄委員與議案立場的提問。移除的提問，儲存時會刪除；若仍在使用，將無法儲存。',
        en: 'Questions on which members and bills take a position. Saving deletes those that you remove; one in use cannot be removed.',
      },
      children: 'api::st-question.st-question',
    },
  },
  main: 'title',
  list: {
    columns: ['number', 'title', 'general_topics', 'act_dirs', 'st_questions', 'index'],
    sort: ['index', 'ASC'],
  },
  details: ['general_topics'],
  filters: {
    gt: { zh: '母題', en: 'General topic', of: 'api::general-topic.general-topic', reads: ['general_topics'] },
    act: { ...byAct(), readsOf: { 'api::act.act': ['specific_topics'] } },
  },
  groups: [
    {
      title: groupTitles.basics,
      rows: [{ title: 8, index: 4 }, { description: 12 }, { general_topics: 6, image: 6 }],
    },
    { title: { zh: '分析架構', en: 'Analysis' }, rows: [{ act_dirs: 6, st_questions: 6 }] },
  ],
});
