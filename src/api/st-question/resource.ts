import {
  defineResource,
  integer,
  joinParts,
  pick,
  ref,
  refersTo,
  related,
  shape,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/st-question/schema.json';

/** `工時 · 是否縮短每週工時？`. */
const stQuestionTitle = joinParts(related('st', 'title'), 'question');

export const stQuestion = defineResource(schema, {
  path: '/console/lab/st_questions',
  title: stQuestionTitle,
  isExtension: true,
  names: { fields: ['question'], scope: ['st'] },
  fields: {
    question: text().required(),
    index: integer().required(),
    st: ref('specific-topic', 'cascade').required(),
  },
  filters: { st: refersTo('st', 'identifier of a specific topic') },
  row: shape('id question index', { st: pick('st', 'id title') }),
  detail: shape('id question index', { st: pick('st', 'id title') }),
});
