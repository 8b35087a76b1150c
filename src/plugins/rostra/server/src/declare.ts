/** The vocabulary of resource declarations (`src/api/<resource>/resource.ts`). */

export { isObject, type Json, type JsonObject, rowsIn } from '../../../../common/json';
export * from './fields';
export { type ParseContext } from './fields/parse-context';
export { attributeFor } from './fields/one-of';
export {
  booleanFilter,
  exactInteger,
  exactText,
  exactTimestamp,
  type Filter,
  type FilterGroup,
  integerFilter,
  partial,
  refersTo,
  textFilter,
} from './filters';
export { readInteger, readText, readTimestamp } from './filters/values';
export { defineEndpoint, type Endpoint } from './resource/endpoint';
export { defineResource, type Resource } from './resource/resource';
export { disjoint, eachRow, uniqueIn, range } from './resource/rules';
export { sampleOf } from './resource/samples';
export { arrayOf, objectOf, orNull } from './resource/schema';
export {
  computed,
  type Expression,
  fieldNames,
  objectWith,
  pick,
  pickAll,
  pickOneOf,
  pickRows,
  aliasOf,
  rowsWith,
  shape,
  summary,
  summarySchema,
} from './resource/shape';
export { related, day, firstOf, joinParts, type TitlePart, phrase, truncate, booleanText } from './resource/title';
export { defineView, type View } from './resource/view';
export { joinColumnOf, modelOf, relationOf } from './sql/model';
export {
  column,
  count,
  exists,
  freshAlias,
  tableOf,
  join,
  joinWithSteps,
  sourceIds,
  scopeOf,
  rowId,
  type Scope,
  targetIds,
  toMany,
  toOne,
} from './sql/scope';
export { all, ident, object, type Sql, sql } from './sql/sql';
