import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/legislative-step/schema.json';

export const legislativeStep = definePanel<typeof schema>({
  uid: 'api::legislative-step.legislative-step',
  name: { zh: '審議程序', en: 'Legislative step' },
  plural: { zh: '審議程序', en: 'Legislative steps' },
  summary: {
    zh: '提案、一讀、委員會審查、二讀、三讀等步驟。',
    en: 'Introduction, readings, committee and the other steps.',
  },
  task: 'legislature',
  helper: true,
  fields: { name: { zh: '名稱', en: 'Name' } },
  main: 'name',
  list: { columns: ['number', 'name'], sort: ['number', 'ASC'], pageSize: 50 },
  groups: [{ title: groupTitles.basics, rows: [{ name: 12 }] }],
});
