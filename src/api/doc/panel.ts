import { groupTitles, slug, title } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/doc/schema.json';

export const doc = definePanel<typeof schema>({
  uid: 'api::doc.doc',
  name: { zh: '文件', en: 'Document' },
  plural: { zh: '文件', en: 'Documents' },
  summary: { zh: '觀點的全文與編輯手冊。', en: 'The full text of insights, and manuals.' },
  task: 'content',
  helper: true,
  fields: {
    title,
    slug,
    content: { zh: '內文', en: 'Text', hint: { zh: '支援 Markdown。', en: 'Supports Markdown.' } },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'slug', 'updatedAt'], sort: ['number', 'ASC'] },
  details: ['slug'],
  groups: [
    { title: groupTitles.basics, rows: [{ title: 8, slug: 4 }] },
    { title: groupTitles.text, rows: [{ content: 12 }] },
  ],
});
