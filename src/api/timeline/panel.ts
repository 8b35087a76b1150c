import { groupTitles, tags, title } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/timeline/schema.json';

export const timeline = definePanel<typeof schema>({
  uid: 'api::timeline.timeline',
  name: { zh: '時間軸', en: 'Timeline' },
  plural: { zh: '時間軸', en: 'Timelines' },
  summary: { zh: '依時間排列的一組事件。', en: 'Events in chronological order.' },
  task: 'content',
  fields: {
    title,
    description: { zh: '說明', en: 'Description' },
    data: {
      zh: '附加資料',
      en: 'Data',
      hint: { zh: 'JSON 物件，必要時才填。', en: 'A JSON object, only if necessary.' },
    },
    authors: { zh: '作者', en: 'Authors' },
    tags,
    events: { zh: '事件', en: 'Events' },
    editor: {
      zh: '最後編輯者',
      en: 'Editor',
      hint: { zh: '由系統自動記錄。', en: 'Recorded by the service.' },
      readOnly: true,
    },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'authors', 'events', 'updatedAt'], sort: ['number', 'ASC'] },
  details: ['authors'],
  groups: [
    { title: groupTitles.basics, rows: [{ title: 12 }, { description: 12 }, { authors: 6, tags: 6 }] },
    { title: { zh: '事件', en: 'Events' }, rows: [{ events: 12 }] },
    { title: groupTitles.technical, rows: [{ editor: 12 }, { data: 12 }] },
  ],
});
