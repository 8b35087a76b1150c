import {
  all,
  type FilterGroup,
  idOf,
  type Scope,
  type Sql,
  sql,
  typeOf,
} from '../../plugins/rostra/server/src/declare';
import { FROM, TO } from './nodes';

/**
 * The filters of the topic relations. Directional: each holds for the field of its name. Else: they hold as written, or
 * with the from-side and the to-side swapped (specification, "Topic relations", rules 1 to 7). Default: not directional.
 */
export const orientation: FilterGroup = {
  names: ['from_type', 'from_id', 'to_type', 'to_id', 'search_directionally'],
  where: (relation, given) => {
    const asWritten = matches(relation, given, FROM, TO);
    const swapped = matches(relation, given, TO, FROM);
    const isDirectional = given('search_directionally') ?? sql`false`;
    return sql`(${asWritten} or (not ${isDirectional}::boolean and ${swapped}))`;
  },
};

type End = typeof FROM;

function matches(relation: Scope, given: (name: string) => Sql | undefined, from: End, to: End): Sql {
  const [fromType, fromId, toType, toId] = ['from_type', 'from_id', 'to_type', 'to_id'].map(given);
  return all([
    ...(fromType ? [sql`${typeOf(from, relation)} = ${fromType}::text`] : []),
    ...(fromId ? [sql`${idOf(from, relation)} = ${fromId}::bigint`] : []),
    ...(toType ? [sql`${typeOf(to, relation)} = ${toType}::text`] : []),
    ...(toId ? [sql`${idOf(to, relation)} = ${toId}::bigint`] : []),
  ]);
}
