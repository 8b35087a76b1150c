import { groupBy } from '../../../../../../common/maps';
import type { Resource } from '../../resource/resource';
import type { Scope } from '../../sql/scope';
import type { Sql } from '../../sql/sql';
import { fieldsOf, recordedFields, sourceOf } from './sources';

/** The section of a record that its own columns are. */
export const OWN_COLUMNS = '*';

/** Fields of a record that are read from the same sections of it. */
export interface FieldGroup {
  /** `OWN_COLUMNS`, and relations of the record by their attributes. */
  sections: string[];
  /** SQL: the fields. */
  read(scope: Scope): Sql;
}

/** Which fields may have changed if a section of a record has: found by composing what reads each of them. */
export function fieldGroupsOf(resource: Resource): FieldGroup[] {
  const names = groupBy(recordedFields(resource), (name) => {
    const { columns, relations } = sourceOf(resource, [name]);
    return JSON.stringify([...(columns.size > 0 ? [OWN_COLUMNS] : []), ...relations.keys()]);
  });
  return [...names].map(([sections, some]) => ({
    sections: JSON.parse(sections),
    read: (scope) => fieldsOf(resource, some, scope),
  }));
}
