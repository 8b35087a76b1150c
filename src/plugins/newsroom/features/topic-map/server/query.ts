import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import {
  column,
  joinWithSteps,
  rowId,
  type Scope,
  scopeOf,
  tableOf,
  toOne,
} from '../../../../rostra/server/src/sql/scope';
import { any, ident, literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { endOf, NODE_TYPES, type RecordKind, TOPIC_RELATION } from '../shared/topic-map';
import type { Readable } from './readable';

/** SQL: the map as one JSON text. */
export const mapQuery = (readable: Readable): Sql =>
  sql`select json_build_object('nodes', ${listOf(nodes(readable))}, 'memberships', ${listOf(memberships(readable))}, 'relations', ${listOf(relations(readable))})::text`;

/** SQL: the rows of all queries as one JSON array. */
const listOf = (queries: Sql[]): Sql =>
  queries.length === 0
    ? sql`'[]'::json`
    : sql`(select coalesce(json_agg(to_json(r)), '[]'::json) from (${sql.join(queries, sql` union all `)}) r)`;

/** SQL: a node's key, such as `act:12`. */
const keyOf = (kind: RecordKind, record: Scope): Sql => sql`${literal(`${kind}:`)} || ${column(record, 'number')}`;

function nodes({ kinds, hasRelations }: Readable): Sql[] {
  const drawn = kinds.filter((kind) => hasRelations || (kind !== 'bill' && kind !== 'vote'));
  return [
    ...drawn.map((kind) => nodesOf(kind, kinds)),
    ...(hasRelations ? [sql`(${others('from')} union ${others('to')})`] : []),
  ];
}

function nodesOf(kind: RecordKind, kinds: RecordKind[]): Sql {
  const record = scopeOf(NODE_TYPES[kind]);
  const isNamed = any((['from', 'to'] as const).map((side) => isEndOf(record, side, kind)));
  const isDated = kind === 'bill' || kind === 'vote';
  const date = isDated ? sql`to_char(${column(record, 'date')}, 'YYYY-MM-DD')` : sql`null`;
  return sql`(select ${keyOf(kind, record)} as key, ${literal(kind)} as kind, ${column(record, 'number')} as number, ${column(record, 'documentId')} as "documentId", ${titleOf(kind, record, kinds)} as title, ${date} as date from ${tableOf(record)} where ${isDated ? isNamed : sql`true`} order by ${column(record, 'number')})`;
}

function titleOf(kind: RecordKind, record: Scope, kinds: RecordKind[]): Sql {
  if (kind !== 'bill') return column(record, 'title');
  return kinds.includes('act') ? toOne(record, 'act', (act) => column(act, 'title')) : sql`null`;
}

function isEndOf(record: Scope, side: 'from' | 'to', kind: RecordKind): Sql {
  const { table, target } = relationOf(modelOf(TOPIC_RELATION), endOf(side, kind));
  return sql`exists (select 1 from ${ident(table)} e where ${ident('e', target)} = ${rowId(record)})`;
}

/** SQL: nodes of kinds without records here. */
function others(side: 'from' | 'to'): Sql {
  const relation = scopeOf(TOPIC_RELATION);
  const [type, number] = [column(relation, `${side}_other_type`), column(relation, `${side}_other_id`)];
  return sql`select ${otherKey(relation, side)}, 'other', ${number}, null, ${type}, null from ${tableOf(relation)} where ${type} is not null and ${number} is not null`;
}

const otherKey = (relation: Scope, side: 'from' | 'to'): Sql =>
  sql`'other:' || ${column(relation, `${side}_other_type`)} || ':' || ${column(relation, `${side}_other_id`)}`;

function memberships({ members }: Readable): Sql[] {
  return members.map((kind) => {
    const record = scopeOf(NODE_TYPES[kind]);
    const { target, source } = joinWithSteps(record, ['specific_topics']);
    const topic = keyOf('specific-topic', target);
    return sql`(select ${keyOf(kind, record)} as "from", l.key as "to" from ${tableOf(record)} cross join lateral (select ${topic} as key ${source}) l order by 1, 2)`;
  });
}

/** SQL: the relations whose two ends the reader may see. */
function relations({ kinds, hasRelations }: Readable): Sql[] {
  if (!hasRelations) return [];
  const relation = scopeOf(TOPIC_RELATION);
  const end = (side: 'from' | 'to') =>
    sql`coalesce(${sql.join([...kinds.map((kind) => toOne(relation, endOf(side, kind), (target) => keyOf(kind, target))), otherKey(relation, side)])})`;
  return [
    sql`(select * from (select ${column(relation, 'number')} as number, ${column(relation, 'documentId')} as "documentId", ${end('from')} as "from", ${end('to')} as "to", coalesce(${column(relation, 'is_directional')}, false) as "isDirectional", ${column(relation, 'weight')} as weight, ${column(relation, 'description')} as description from ${tableOf(relation)}) x where x."from" is not null and x."to" is not null order by x.number)`,
  ];
}
