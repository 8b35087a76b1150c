import {
  any,
  arrayOf,
  column,
  computed,
  exists,
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
  (bill) => {
    const ofAct = join(bill, ['act', 'specific_topics']);
    const own = scopeOf(TOPIC);
    const ownIds = sql`select distinct id from (${endsOf(bill)}) own`;
    const hasOwn = any([exists(bill, 'act_features'), exists(bill, 'st_questions')]);
    return sql`coalesce(
      case when ${hasOwn} then (select ${listOf(own)} from (${ownIds}) o join ${tableOf(own)} on ${rowId(own)} = o.id) end,
      (select ${listOf(ofAct.target)} ${ofAct.source}), '[]'::json)`;
  },
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

/** Topics as a JSON array; NULL if there are none. */
function listOf(topic: Scope): Sql {
  const [number, title, index] = ['number', 'title', 'index'].map((name) => column(topic, name)) as [Sql, Sql, Sql];
  return sql`json_agg(${object({ id: number, title })} order by ${index}, ${number})`;
}

/** The row ids of the topics of the bill's own directions and questions. */
const ownTopics = (bill: Scope): Sql => sql`select id from (${endsOf(bill)}) own where id is not null`;

/** The same, with NULL for a direction or question without a topic. */
const endsOf = (bill: Scope): Sql => sql`${targetIds(bill, OF_DIRECTIONS)} union all ${targetIds(bill, OF_QUESTIONS)}`;
