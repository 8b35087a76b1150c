import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/committee/schema.json';

export const committee = definePanel<typeof schema>({
  uid: 'api::committee.committee',
  name: { zh: '委員會', en: 'Committee' },
  plural: { zh: '委員會', en: 'Committees' },
  summary: { zh: '立法院的常設與特種委員會。', en: 'Standing and special committees of the Legislative Yuan.' },
  task: 'legislature',
  helper: true,
  fields: {
    name: { zh: '名稱', en: 'Name' },
    abbreviation: { zh: '簡稱', en: 'Abbreviation' },
    category: {
      zh: '類別',
      en: 'Category',
      hint: { zh: '例如 常設委員會、特種委員會。', en: 'For example standing or special committee.' },
    },
  },
  main: 'name',
  list: { columns: ['number', 'name', 'abbreviation', 'category'], sort: ['number', 'ASC'], pageSize: 50 },
  details: ['category'],
  groups: [{ title: groupTitles.basics, rows: [{ name: 6, abbreviation: 3, category: 3 }] }],
});
