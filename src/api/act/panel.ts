import { groupTitles } from '../../plugins/newsroom/shared/common-fields';
import { byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/act/schema.json';

export const act = definePanel<typeof schema>({
  uid: 'api::act.act',
  name: { zh: '法律', en: 'Act' },
  plural: { zh: '法律', en: 'Acts' },
  summary: { zh: '議案所要制定或修正的法律。', en: 'The acts that bills create or amend.' },
  task: 'topics',
  fields: {
    title: { zh: '法律名稱', en: 'Title' },
    official_seq_no: {
      zh: '法律編號',
      en: 'Official number',
      hint: {
        zh: '立法院法律系統的編號，例如 01139。',
        en: 'The number in the legislature’s system, for example 01139.',
      },
      placeholder: { zh: '01139', en: '01139' },
    },
    specific_topics: { zh: '相關子題', en: 'Specific topics' },
  },
  main: 'title',
  list: { columns: ['number', 'title', 'official_seq_no', 'specific_topics'], sort: ['number', 'ASC'] },
  details: ['official_seq_no'],
  filters: {
    st: byTopic('specific_topics'),
  },
  groups: [
    { title: groupTitles.basics, rows: [{ title: 8, official_seq_no: 4 }] },
    { title: { zh: '議題', en: 'Topics' }, rows: [{ specific_topics: 12 }] },
  ],
});
