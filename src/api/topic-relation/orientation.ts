import {
  all,
  attributeFor,
  column,
  type FilterGroup,
  rowId,
  type Scope,
  type Sql,
  scopeOf,
  sourceIds,
  sql,
  tableOf,
} from '../../plugins/rostra/server/src/declare';
import { FROM, TO } from './nodes';

/** The filters of topic relations (conventions 3.6). Starts from the nodes instead of scanning the relations. */
export const orientation: FilterGroup = {
  names: ['from_type', 'from_id', 'to_type', 'to_id', 'search_directionally'],
  indexed: [FROM, TO].map(({ attribute }) => `${attribute}_other_id`),
  where: (relation, value) => {
    const isDirectional = value('search_directionally') ?? sql`false`;
    return sql`${rowId(relation)} in (${between(FROM, TO, value)} union all ${between(TO, FROM, value)} and not ${isDirectional}::boolean)`;
  },
};

type End = typeof FROM | typeof TO;

/** SQL: relations whose `start` and `end` match the filters. */
function between(start: End, end: End, value: (name: string) => Sql | undefined): Sql {
  const relation = scopeOf('api::topic-relation.topic-relation');
  const isAt = (side: End, type: Sql | undefined, number: Sql | undefined) =>
    type || number ? [sql`${rowId(relation)} in (${at(side, relation, type, number)})`] : [];
  return sql`select ${rowId(relation)} from ${tableOf(relation)} where ${all([
    ...isAt(start, value('from_type'), value('from_id')),
    ...isAt(end, value('to_type'), value('to_id')),
  ])}`;
}

/** SQL: relations with a node of this type and public id, if given, at one side. */
function at(side: End, relation: Scope, type: Sql | undefined, number: Sql | undefined): Sql {
  const isType = (name: Sql) => (type ? [sql`${name} = ${type}::text`] : []);
  const isNumber = (name: Sql) => (number ? [sql`${name} = ${number}::bigint`] : []);
  const ofKinds = Object.entries(side.options).map(([name, kind]) => {
    const node = scopeOf(`api::${kind}.${kind}`);
    const nodes = sql`select ${rowId(node)} from ${tableOf(node)} where ${all([...isType(sql.lit(name)), ...isNumber(column(node, 'number'))])}`;
    return sourceIds(relation, [attributeFor(side, kind)], nodes);
  });
  const other = scopeOf(relation.model.uid);
  const isSuch = [
    ...isType(column(other, `${side.attribute}_other_type`)),
    ...isNumber(column(other, `${side.attribute}_other_id`)),
  ];
  const ofOthers = sql`select ${rowId(other)} from ${tableOf(other)} where ${all(isSuch)}`;
  return sql.join([...ofKinds, ofOthers], sql` union all `);
}
