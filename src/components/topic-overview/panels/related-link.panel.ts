import { defineComponentPanel } from '../../../plugins/newsroom/shared/panel';
import type schema from '../related-link.json';

export const relatedLink = defineComponentPanel<typeof schema>({
  uid: 'topic-overview.related-link',
  name: { zh: '相關連結', en: 'Related link' },
  fields: {
    type: {
      zh: '類型',
      en: 'Type',
      hint: { zh: '例如 bill、vote、community。', en: 'For example bill, vote or community.' },
    },
    url: { zh: '網址', en: 'Address' },
    title: { zh: '標題', en: 'Title' },
  },
  main: 'title',
  rows: [{ title: 8, type: 4 }, { url: 12 }],
});
