import {
  endDate,
  groupTitles,
  slug,
  specificTopic,
  startDate,
  termIndex,
} from '../../plugins/newsroom/shared/common-fields';
import { byTerm, byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/statement-data-set/schema.json';

export const statementDataSet = definePanel<typeof schema>({
  uid: 'api::statement-data-set.statement-data-set',
  name: { zh: '發言資料集', en: 'Statement data set' },
  plural: { zh: '發言資料集', en: 'Statement data sets' },
  summary: { zh: '委員在一屆中對一項提問的發言。', en: 'What members said about one question during a term.' },
  task: 'positions',
  fields: {
    name: { zh: '名稱', en: 'Name' },
    version_no: { zh: '版本', en: 'Version', placeholder: { zh: '1.0', en: '1.0' } },
    slug,
    term_index: termIndex,
    start_date: startDate,
    end_date: endDate,
    st: specificTopic,
    st_question: { zh: '議題提問', en: 'Question', required: true },
    should_have_spoken_committees: {
      zh: '應發言的委員會',
      en: 'Committees that should have spoken',
      hint: {
        zh: '委員會名稱的陣列，例如 ["經濟委員會"]。',
        en: 'An array of committee names, for example ["經濟委員會"].',
      },
    },
    should_have_spoken_sessions: {
      zh: '應發言的會期',
      en: 'Sessions that should have spoken',
      hint: { zh: '會期數字的陣列，例如 [1, 2]。', en: 'An array of session numbers, for example [1, 2].' },
    },
  },
  main: 'record_title',
  list: { columns: ['number', 'name', 'version_no', 'term_index', 'st', 'st_question'], sort: ['number', 'ASC'] },
  details: ['st'],
  filters: {
    term: byTerm('term_index'),
    st: byTopic('st'),
    st_question: { zh: '議題提問', en: 'Question', of: 'api::st-question.st-question', reads: ['st_question'] },
  },
  groups: [
    { title: groupTitles.basics, rows: [{ name: 8, version_no: 4 }, { slug: 12 }] },
    {
      title: { zh: '範圍', en: 'Scope' },
      rows: [
        { st: 6, st_question: 6 },
        { term_index: 2, start_date: 5, end_date: 5 },
      ],
    },
    {
      title: { zh: '應發言的場合', en: 'Where members should have spoken' },
      rows: [{ should_have_spoken_committees: 12 }, { should_have_spoken_sessions: 12 }],
    },
  ],
});
