import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/persona/schema.json';

export const persona = definePanel<typeof schema>({
  uid: 'api::persona.persona',
  name: { zh: '人物', en: 'Persona' },
  plural: { zh: '人物', en: 'Personas' },
  summary: { zh: '時間軸的作者與活動的合作者。', en: 'Authors of timelines and collaborators of events.' },
  task: 'content',
  helper: true,
  fields: {
    name: { zh: '名稱', en: 'Name' },
    handle: {
      zh: '帳號',
      en: 'Handle',
      hint: { zh: '公開的英文短名，例如 lab-editors。', en: 'Public short name, for example lab-editors.' },
    },
  },
  main: 'name',
  list: { columns: ['number', 'name', 'handle'], sort: ['number', 'ASC'], pageSize: 50 },
  details: ['handle'],
  groups: [{ title: groupTitles.basics, rows: [{ name: 6, handle: 6 }] }],
});
