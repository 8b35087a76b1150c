import type { Model } from '../plugins/rostra/server/src/sql/model';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * What the database layer knows of a content type or component: the names of tables and columns, which all our SQL is
 * made of. Checked with Strapi 5.54.0.
 * @throws StartError when it does not say so any more.
 */
export function metadata(uid: string): Model {
  const found: object | undefined = app().db.metadata.get(uid);
  assertStrapiHas(found && 'tableName' in found && 'attributes' in found, `table and attributes of ${uid}`);
  return found as Model;
}
