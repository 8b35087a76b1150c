import { assertStrapiHas } from './assert-strapi-has';
import { metadata } from './metadata';

/** The columns of a content type that are no attributes of its schema: imports fill them as the document service does. */
const OWN = new Map([
  ['id', 'id'],
  ['documentId', 'document_id'],
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
  ['publishedAt', 'published_at'],
  ['locale', 'locale'],
]);

/** The columns of a component's links, beside the two ends and the order. */
const OF_LINKS = 'field component_type';

/**
 * The tables are as imports write them (`store/bulk`): a column that they do not know would stay empty, and nobody would
 * notice. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi keeps more of an entry, or of a component.
 */
export function assertTables(strapi: { contentTypes: object }, uids: string[]): void {
  for (const uid of uids) {
    const declared = (strapi.contentTypes as Record<string, { __schema__: { attributes: object } }>)[uid]?.__schema__;
    const { attributes } = metadata(uid);
    for (const [name, attribute] of Object.entries(attributes)) {
      if (attribute.joinTable?.on) {
        const { pivotColumns = [] } = attribute.joinTable as { pivotColumns?: string[] };
        assertStrapiHas(pivotColumns.slice(2).join(' ') === OF_LINKS, `links of the component "${name}" of ${uid}`);
      } else if (attribute.columnName && !(declared && name in declared.attributes))
        assertStrapiHas(
          OWN.get(name) === attribute.columnName,
          `table of ${uid} without the column ${attribute.columnName}`,
        );
    }
    const isWhole = [...OWN.keys()].every((name) => attributes[name]?.columnName);
    assertStrapiHas(isWhole, `table of ${uid} with ${[...OWN.values()].join(', ')}`);
  }
}
