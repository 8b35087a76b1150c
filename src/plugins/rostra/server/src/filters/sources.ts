import { isSourceName, SOURCE_NAME_PATTERN, SOURCE_NAME_RULE } from '../../../../../common/source-name';
import { column, type Scope } from '../sql/scope';
import { type Sql, sql } from '../sql/sql';
import { type Filter, type FilterGroup, textFilter } from '.';

/** Filters by the identifiers that records have at the sources of imports (decision 23); `sourceGroup` has their condition. */
export const sourceFilters: Record<'source' | 'external_id', Filter> = {
  source: {
    ...textFilter('name of a source of imports that knows the record'),
    schema: { type: 'string', pattern: SOURCE_NAME_PATTERN },
    parse: (text, context) =>
      isSourceName(text) ? text : context.fault('INVALID_VALUE', `must be the name of a source: ${SOURCE_NAME_RULE}`),
    isExtension: true,
  },
  external_id: { ...textFilter('identifier of the record at that source'), isExtension: true, needs: 'source' },
};

/** The condition of `sourceFilters` for a resource. */
export const sourceGroup = (resource: string, keyAttribute: string): FilterGroup => ({
  names: Object.keys(sourceFilters),
  where: (scope: Scope, value: (name: string) => Sql | undefined) => {
    const known = sql`rostra_external_ids where resource = ${sql.lit(resource)} and source = ${value('source') ?? sql`null`}::text`;
    const externalId = value('external_id');
    const key = column(scope, keyAttribute);
    return externalId
      ? sql`${key} = (select number from ${known} and external_id = ${externalId}::text)`
      : sql`${key} in (select number from ${known})`;
  },
});
