import {
  endDate,
  groupTitles,
  image,
  recordStatus,
  slug,
  startDate,
  title,
} from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/park-event/schema.json';

const jsonObject = { zh: 'JSON 物件。', en: 'A JSON object.' };

export const parkEvent = definePanel<typeof schema>({
  uid: 'api::park-event.park-event',
  name: { zh: '公園活動', en: 'Park event' },
  plural: { zh: '公園活動', en: 'Park events' },
  summary: { zh: '開放公民參加的活動。', en: 'Events that citizens can attend.' },
  task: 'citizens',
  fields: {
    record_status: recordStatus,
    slug,
    type: {
      zh: '類型',
      en: 'Type',
      hint: { zh: '例如 meetup（聚會）。', en: 'For example meetup.' },
      values: { meetup: { zh: '聚會', en: 'Meetup' } },
    },
    category: {
      zh: '分類',
      en: 'Categories',
      hint: { zh: '文字陣列，例如 ["讀法", "入門"]。', en: 'An array of texts, for example ["讀法", "入門"].' },
    },
    image,
    tagline: { zh: '標語', en: 'Tagline' },
    title,
    before_title: { zh: '標題前的字', en: 'Before the title' },
    after_title: { zh: '標題後的字', en: 'After the title' },
    description: { zh: '說明', en: 'Description' },
    start_date: { ...startDate, hasTime: true },
    end_date: { ...endDate, hasTime: true },
    is_all_day: { zh: '整日', en: 'All day' },
    location: { zh: '地點', en: 'Location', hint: jsonObject },
    repeat_rules: { zh: '重複規則', en: 'Repeat rules', hint: jsonObject },
    next_actions: {
      zh: '下一步',
      en: 'Next actions',
      hint: { zh: 'JSON 物件：報名等連結。', en: 'A JSON object: registration links and the like.' },
    },
    documentation: { zh: '活動紀錄', en: 'Documentation', hint: jsonObject },
    related_content: { zh: '相關內容', en: 'Related content', hint: jsonObject },
    data: { zh: '附加資料', en: 'Data', hint: jsonObject },
    collaborators: { zh: '合作者', en: 'Collaborators' },
  },
  main: 'title',
  list: { columns: ['number', 'start_date', 'title', 'type', 'record_status'], sort: ['start_date', 'DESC'] },
  details: ['start_date', 'type'],
  groups: [
    {
      title: groupTitles.basics,
      rows: [
        { title: 8, record_status: 4 },
        { before_title: 6, after_title: 6 },
        { type: 6, tagline: 6 },
        { description: 12 },
        { slug: 6, image: 6 },
        { category: 12 },
      ],
    },
    {
      title: { zh: '時間與地點', en: 'Time and place' },
      rows: [{ start_date: 5, end_date: 5, is_all_day: 2 }, { location: 12 }, { repeat_rules: 12 }],
    },
    { title: { zh: '合作者', en: 'Collaborators' }, rows: [{ collaborators: 12 }] },
    {
      title: groupTitles.technical,
      rows: [{ next_actions: 12 }, { documentation: 12 }, { related_content: 12 }, { data: 12 }],
    },
  ],
});
