import {
  arrayOf,
  column,
  computed,
  from,
  id,
  join,
  leadingTo,
  model,
  object,
  open,
  rowId,
  type Scope,
  type Sql,
  sql,
  summarySchema,
} from '../../plugins/rostra/server/src/declare';

/**
 * The topics of a bill: those of its amendment directions and questions; if it has none, those of its act
 * (decisions, 3.8). In order of their index, then identifier.
 */
export const topicsOfBill = computed(
  (bill) => sql`(
  select coalesce(json_agg(${object({ id: id('topic', 'number'), title: id('topic', 'title') })} order by topic.index, topic.number), '[]'::json)
  from (${topicRows(bill)}) topic)`,
  () => arrayOf(summarySchema(model('api::specific-topic.specific-topic'), 'id title')),
);

/** SQL: the bill has the topic with this identifier. Found from the topic, not by looking at every bill. */
export function isOnTopic(bill: Scope, number: Sql): Sql {
  const topic = open('api::specific-topic.specific-topic');
  const named = sql`select ${rowId(topic)} from ${from(topic)} where ${column(topic, 'number')} = ${number}::bigint`;
  const ofAct = open('api::bill.bill');
  return sql`${rowId(bill)} in (
    ${leadingTo(bill, ['act_features', 'act_dir', 'st'], named)}
    union ${leadingTo(bill, ['st_questions', 'st_question', 'st'], named)}
    union select ${rowId(ofAct)} from ${from(ofAct)}
      where ${rowId(ofAct)} in (${leadingTo(ofAct, ['act', 'specific_topics'], named)}) and not exists (${ownTopics(ofAct, 'id')}))`;
}

function topicRows(bill: Scope): Sql {
  return sql`with own as (${ownTopics(bill, 'id', 'number', 'title', 'index')})
    select * from own union select * from (${topicsOfAct(bill, 'id', 'number', 'title', 'index')}) of_act where not exists (select 1 from own)`;
}

/** The topics of the bill's own directions and questions, as rows of the named attributes. */
function ownTopics(bill: Scope, ...attributes: string[]): Sql {
  return sql`(${topicsAlong(bill, ['act_features', 'act_dir', 'st'], attributes)}) union (${topicsAlong(bill, ['st_questions', 'st_question', 'st'], attributes)})`;
}

const topicsOfAct = (bill: Scope, ...attributes: string[]): Sql =>
  topicsAlong(bill, ['act', 'specific_topics'], attributes);

function topicsAlong(bill: Scope, path: string[], attributes: string[]): Sql {
  const { target, source } = join(bill, path);
  const columns = attributes.map((attribute) => (attribute === 'id' ? rowId(target) : column(target, attribute)));
  return sql`select ${sql.join(columns)} ${source}`;
}
