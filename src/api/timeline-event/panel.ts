import { groupTitles, image, recordStatus, slug, title } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/timeline-event/schema.json';

export const timelineEvent = definePanel<typeof schema>({
  uid: 'api::timeline-event.timeline-event',
  name: { zh: '時間軸事件', en: 'Timeline event' },
  plural: { zh: '時間軸事件', en: 'Timeline events' },
  summary: { zh: '時間軸上的一個事件。', en: 'Single events on timelines.' },
  task: 'content',
  fields: {
    record_status: recordStatus,
    slug,
    date: { zh: '日期', en: 'Date' },
    type: {
      zh: '類型',
      en: 'Type',
      hint: { zh: '例如 general_update、data_reports。', en: 'For example general_update or data_reports.' },
      values: {
        general_update: { zh: '一般消息', en: 'General update' },
        data_reports: { zh: '數據報告', en: 'Data reports' },
      },
    },
    image,
    tagline: { zh: '標語', en: 'Tagline' },
    title,
    content: { zh: '內文', en: 'Text' },
    link: { zh: '連結', en: 'Link' },
    data: { zh: '附加資料', en: 'Data', hint: { zh: 'JSON 物件。', en: 'A JSON object.' } },
  },
  main: 'title',
  list: { columns: ['number', 'date', 'title', 'type', 'record_status'], sort: ['date', 'DESC'] },
  details: ['date', 'type'],
  groups: [
    {
      title: groupTitles.basics,
      rows: [{ title: 8, record_status: 4 }, { date: 6, type: 6 }, { tagline: 12 }, { content: 12 }],
    },
    { title: groupTitles.page, rows: [{ slug: 6, image: 6 }, { link: 12 }] },
    { title: groupTitles.technical, rows: [{ data: 12 }] },
  ],
});
