/** The vocabulary of resource declarations (`src/api/<resource>/resource.ts`). */

export { isObject, type Json, type JsonObject, rowsIn } from '../../../../common/json';
export * from './fields';
export { attributeFor } from './fields/one-of';
export type { ParseContext } from './fields/parse-context';
export {
  booleanFilter,
  exactInteger,
  exactText,
  exactTimestamp,
  type Filter,
  type FilterGroup,
  integerFilter,
  partial,
  readInteger,
  readText,
  readTimestamp,
  refersTo,
  textFilter,
} from './filters';
export { defineEndpoint, type Endpoint } from './resource/endpoint';
export { computed, type Expression, objectWith, rowsWith } from './resource/expression';
export { aliasOf, pick, pickAll, pickOneOf, pickRows, summary, summarySchema } from './resource/pick';
export { defineResource, type Resource } from './resource/resource';
export { disjoint, eachRow, range, uniqueIn } from './resource/rules';
export { sampleOf } from './resource/samples';
export { arrayOf, objectOf, orNull } from './resource/schema';
export { fieldNames, shape } from './resource/shape';
export { booleanText, day, firstOf, joinParts, phrase, related, type TitlePart, truncate } from './resource/title';
export { defineView, type View } from './resource/view';
export { joinColumnOf, modelOf, relationOf } from './sql/model';
export {
  column,
  count,
  exists,
  freshAlias,
  join,
  joinWithSteps,
  rowId,
  rowIdQuery,
  type Scope,
  scopeOf,
  sourceIds,
  tableOf,
  targetIds,
  toMany,
  toOne,
  toOneId,
} from './sql/scope';
export { all, any, ident, object, type Sql, sql } from './sql/sql';
