/** What a declaration is made of: the vocabulary of `src/api/<resource>/resource.ts`. */

export { isObject, type Json, type JsonObject, rowsIn } from '../../../../common/json';
export * from './fields';
export { type Input, input } from './fields/input';
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
export { disjoint, eachRow, onceIn, range } from './resource/rules';
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
  renamed,
  rowsWith,
  shape,
  summary,
  summarySchema,
} from './resource/shape';
export { behind, day, either, joined, type Part, phrase, short, whether } from './resource/title';
export { defineView, type View } from './resource/view';
export { endsOf } from './sql/ends';
export { joinColumnOf, model, relationOf } from './sql/model';
export {
  column,
  count,
  exists,
  fresh,
  from,
  join,
  joinOpenly,
  leadingTo,
  open,
  rowId,
  type Scope,
  toMany,
  toOne,
} from './sql/scope';
export { all, id, object, type Sql, sql } from './sql/sql';
