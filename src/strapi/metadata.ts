import type { Model } from '../plugins/rostra/server/src/sql/model';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * The database layer's metadata of a content type or component: the names of tables and columns from which our SQL is built.
 * Checked with Strapi 5.54.0.
 * @throws StartError when the metadata lack them.
 */
export function metadata(uid: string): Model {
  const found: object | undefined = app().db.metadata.get(uid);
  assertStrapiHas(found && 'tableName' in found && 'attributes' in found, `table and attributes of ${uid}`);
  return found as Model;
}

/** Strapi's own attributes of a content type, with their columns; imports fill them as the document service does. */
const STRAPI_COLUMNS = new Map([
  ['id', 'id'],
  ['documentId', 'document_id'],
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
  ['publishedAt', 'published_at'],
  ['locale', 'locale'],
]);

/** The columns of a component's link table besides the two ends and the order. */
const LINK_COLUMNS = 'field component_type';

/**
 * Asserts that tables have exactly the columns that imports write (`store/bulk`): unknown ones would silently stay empty. Checked
 * with Strapi 5.54.0.
 * @throws StartError when Strapi stores more of an entry or a component.
 */
export function assertTables(strapi: { contentTypes: object }, uids: string[]): void {
  for (const uid of uids) {
    const declared = (strapi.contentTypes as Record<string, { __schema__: { attributes: object } }>)[uid]?.__schema__;
    const { attributes } = metadata(uid);
    for (const [name, attribute] of Object.entries(attributes)) {
      if (attribute.joinTable?.on) {
        const { pivotColumns = [] } = attribute.joinTable as { pivotColumns?: string[] };
        assertStrapiHas(pivotColumns.slice(2).join(' ') === LINK_COLUMNS, `links of the component "${name}" of ${uid}`);
      } else if (attribute.columnName && !(declared && name in declared.attributes))
        assertStrapiHas(
          STRAPI_COLUMNS.get(name) === attribute.columnName,
          `table of ${uid} without the column ${attribute.columnName}`,
        );
    }
    const isComplete = [...STRAPI_COLUMNS.keys()].every((name) => attributes[name]?.columnName);
    assertStrapiHas(isComplete, `table of ${uid} with ${[...STRAPI_COLUMNS.values()].join(', ')}`);
  }
}
