import { color, emblem, groupTitles, recordStatus } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/caucus/schema.json';

export const caucus = definePanel<typeof schema>({
  uid: 'api::caucus.caucus',
  name: { zh: '黨團', en: 'Caucus' },
  plural: { zh: '黨團', en: 'Caucuses' },
  summary: { zh: '立法院黨團與政團。', en: 'Caucuses and political groups of the Legislative Yuan.' },
  task: 'legislature',
  fields: {
    name: { zh: '名稱', en: 'Name' },
    abbreviation: { zh: '簡稱', en: 'Abbreviation' },
    color,
    emblem,
    basic_info: { zh: '簡介', en: 'Basic information' },
    add_info: { zh: '補充資料', en: 'Additional information' },
    type: {
      zh: '類型',
      en: 'Type',
      hint: { zh: '黨團或政團，例如 caucus。', en: '`caucus`, or a word for another kind of political group.' },
      values: { caucus: { zh: '黨團', en: 'Caucus' } },
    },
    record_status: recordStatus,
  },
  main: 'name',
  list: { columns: ['number', 'name', 'abbreviation', 'type', 'record_status'], sort: ['number', 'ASC'] },
  details: ['abbreviation'],
  groups: [
    {
      title: groupTitles.basics,
      rows: [{ name: 8, abbreviation: 4 }, { type: 6, record_status: 6 }, { basic_info: 12 }, { add_info: 12 }],
    },
    { title: groupTitles.look, rows: [{ color: 6, emblem: 6 }] },
  ],
});
