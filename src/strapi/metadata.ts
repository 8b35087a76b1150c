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
