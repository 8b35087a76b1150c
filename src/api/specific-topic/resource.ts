import {
  children,
  column,
  defineResource,
  exists,
  integer,
  integerFilter,
  partial,
  pickAll,
  refersTo,
  refs,
  rowId,
  type Scope,
  type Sql,
  scopeOf,
  shape,
  sql,
  tableOf,
  text,
} from '../../plugins/rostra/server/src/declare';
import schema from './content-types/specific-topic/schema.json';

const general_topics = pickAll('general_topics', 'id title index image');

export const specificTopic = defineResource(schema, {
  path: '/console/lab/specific_topics',
  order: ['index'],
  names: ['title'],
  fields: {
    title: text().required(),
    index: integer().required(),
    image: text(),
    description: text().required(),
    general_topics: refs('general-topic').required(),
    act_dirs: children({
      kind: 'act-dir',
      parent: 'st',
      match: 'name',
      fields: { name: text().required(), index: integer().required() },
    }),
    st_questions: children({
      kind: 'st-question',
      parent: 'st',
      match: 'question',
      fields: { question: text().required(), index: integer().required() },
    }),
  },
  filters: {
    title: partial('title', 'part of the title'),
    gt: refersTo('general_topics', 'identifier of a general topic'),
    act: integerFilter('identifier of an act', isTopicOfAct),
  },
  row: shape('id title index image', { general_topics }, 'act_dirs st_questions'),
  detail: shape('id title index image description', { general_topics }, 'act_dirs st_questions'),
});

/** SQL condition: the topic is one of the act's. */
function isTopicOfAct(topic: Scope, act: Sql): Sql {
  const named = scopeOf('api::act.act');
  return sql`exists (select 1 from ${tableOf(named)} where ${column(named, 'number')} = ${act}::bigint and ${exists(named, 'specific_topics', (target) => sql`${rowId(target)} = ${rowId(topic)}`)})`;
}
