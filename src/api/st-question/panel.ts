import { groupTitles, order, specificTopic } from '../../plugins/newsroom/shared/common-fields';
import { byTopic } from '../../plugins/newsroom/shared/common-filters';
import { definePanel } from '../../plugins/newsroom/shared/panel';
import type schema from './content-types/st-question/schema.json';

export const stQuestion = definePanel<typeof schema>({
  uid: 'api::st-question.st-question',
  name: { zh: '議題提問', en: 'Question' },
  plural: { zh: '議題提問', en: 'Questions' },
  summary: { zh: '子題之下用以記錄立場的提問。', en: 'Questions of a specific topic on which positions are recorded.' },
  task: 'topics',
  helper: true,
  fields: { question: { zh: '提問', en: 'Question' }, index: order, st: specificTopic },
  main: 'record_title',
  list: { columns: ['number', 'question', 'st', 'index'], sort: ['number', 'ASC'] },
  filters: {
    st: byTopic('st'),
  },
  groups: [{ title: groupTitles.basics, rows: [{ question: 8, index: 4 }, { st: 12 }] }],
});
