import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/zone/schema.json';

export const zone = definePanel<typeof schema>({
  uid: 'api::zone.zone',
  name: { zh: '地區', en: 'Zone' },
  plural: { zh: '地區', en: 'Zones' },
  summary: { zh: '選區所屬的直轄市與縣市。', en: 'Municipalities and counties of the electoral districts.' },
  task: 'legislature',
  helper: true,
  fields: {
    name: { zh: '名稱', en: 'Name' },
    abbreviation: { zh: '簡稱', en: 'Abbreviation' },
    category: {
      zh: '類別',
      en: 'Category',
      hint: { zh: '例如 直轄市、縣。', en: 'For example municipality or county.' },
    },
  },
  main: 'name',
  list: { columns: ['number', 'name', 'abbreviation', 'category'], sort: ['number', 'ASC'], pageSize: 50 },
  details: ['category'],
  groups: [{ title: groupTitles.basics, rows: [{ name: 6, abbreviation: 3, category: 3 }] }],
});
