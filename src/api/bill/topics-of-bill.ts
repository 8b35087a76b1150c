import {
  arrayOf,
  column,
  computed,
  ident,
  join,
  modelOf,
  object,
  rowId,
  rowIdQuery,
  type Scope,
  type Sql,
  scopeOf,
  sourceIds,
  sql,
  summarySchema,
  tableOf,
  targetIds,
} from '../../plugins/rostra/server/src/declare';

const TOPIC = 'api::specific-topic.specific-topic';
const OF_DIRECTIONS = ['act_features', 'act_dir', 'st'];
const OF_QUESTIONS = ['st_questions', 'st_question', 'st'];

/** The topics of a bill (conventions 3.8), by index, then public id. */
export const topicsOfBill = computed(
  (bill) => sql`(
  select coalesce(json_agg(${object({ id: ident('topic', 'number'), title: ident('topic', 'title') })} order by topic.index, topic.number), '[]'::json)
  from (${topicRows(bill)}) topic)`,
  () => arrayOf(summarySchema(modelOf(TOPIC), 'id title')),
);

/** SQL condition: the bill has the topic with this public id. Starts from the topic instead of scanning the bills. */
export function isOnTopic(bill: Scope, number: Sql): Sql {
  const named = rowIdQuery(TOPIC, number);
  const ofAct = scopeOf('api::bill.bill');
  return sql`${rowId(bill)} in (
    ${sourceIds(bill, OF_DIRECTIONS, named)}
    union ${sourceIds(bill, OF_QUESTIONS, named)}
    union select ${rowId(ofAct)} from ${tableOf(ofAct)}
      where ${rowId(ofAct)} in (${sourceIds(ofAct, ['act', 'specific_topics'], named)}) and not exists (${ownTopics(ofAct)}))`;
}

function topicRows(bill: Scope): Sql {
  const topic = scopeOf(TOPIC);
  const ofAct = join(bill, ['act', 'specific_topics']);
  return sql`with own as (${ownTopics(bill)})
    select ${attributesOf(topic)} from (select distinct id from own) o join ${tableOf(topic)} on ${rowId(topic)} = o.id
    union all (select ${attributesOf(ofAct.target)} ${ofAct.source} and not exists (select 1 from own))`;
}

/** The row ids of the topics of the bill's own directions and questions. */
const ownTopics = (bill: Scope): Sql =>
  sql`select id from (${targetIds(bill, OF_DIRECTIONS)} union all ${targetIds(bill, OF_QUESTIONS)}) own where id is not null`;

const attributesOf = (topic: Scope): Sql => sql.join(['number', 'title', 'index'].map((name) => column(topic, name)));
