import { color, emblem, groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/party/schema.json';

export const party = definePanel<typeof schema>({
  uid: 'api::party.party',
  name: { zh: '政黨', en: 'Party' },
  plural: { zh: '政黨', en: 'Parties' },
  summary: { zh: '政黨的名稱、代表色與簡介。', en: 'Parties with their names, colours and descriptions.' },
  task: 'legislature',
  fields: {
    name: { zh: '名稱', en: 'Name' },
    abbreviation: { zh: '簡稱', en: 'Abbreviation' },
    color,
    emblem,
    basic_info: { zh: '簡介', en: 'Basic information' },
    add_info: { zh: '補充資料', en: 'Additional information' },
  },
  main: 'name',
  list: { columns: ['number', 'name', 'abbreviation', 'color'], sort: ['number', 'ASC'] },
  details: ['abbreviation'],
  groups: [
    { title: groupTitles.basics, rows: [{ name: 8, abbreviation: 4 }, { basic_info: 12 }, { add_info: 12 }] },
    { title: groupTitles.look, rows: [{ color: 6, emblem: 6 }] },
  ],
});
