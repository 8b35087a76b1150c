import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';
import { resolveFrom } from './modules';

/** SQL with `?` for values and `??` for names, and what stands for them. */
export interface SearchCondition {
  text: string;
  values: (string | readonly string[])[];
}

/** What all records must satisfy that a search finds; undefined leaves the search of a content type to Strapi. */
export type Search = (
  uid: string,
  query: string,
  /** The name of an attribute's column in the query. */
  columnOf: (attribute: string) => string,
) => SearchCondition[] | undefined;

interface Where {
  whereRaw(text: string, values: unknown[]): unknown;
}

interface SearchContext {
  uid: string;
  db: { metadata: Map<string, { attributes: Record<string, { columnName?: string }> }> };
  qb: { aliasColumn(column: string): string };
}

type ApplySearch = (where: Where, query: unknown, context: SearchContext) => void;

/**
 * Replaces what Strapi does with `_q`, the text in the search field of a list: it looks for it as typed, in every column. Checked with
 * Strapi 5.54.0.
 * @throws StartError when Strapi searches in another way
 */
export function replaceSearch(strapi: Pick<Core.Strapi, 'db'>, search: Search): void {
  const core = resolveFrom(require.resolve('@strapi/strapi'), '@strapi/core');
  const file = path.join(path.dirname(resolveFrom(core, '@strapi/database')), 'query', 'helpers', 'search.js');
  const helpers = require(file) as { applySearch?: ApplySearch };
  const { applySearch } = helpers;
  assertStrapiHas(typeof applySearch === 'function', 'function that searches records');
  let isUsed = false;
  helpers.applySearch = (where, query, context) => {
    isUsed = true;
    const { uid, db, qb } = context;
    const attributes = db.metadata.get(uid)?.attributes ?? {};
    const conditions =
      typeof query !== 'string'
        ? undefined
        : search(uid, query, (name) => qb.aliasColumn(attributes[name]?.columnName ?? name));
    if (!conditions) return applySearch(where, query, context);
    for (const { text, values } of conditions) where.whereRaw(text, values);
  };
  strapi.db.queryBuilder('admin::user').search('x').getKnexQuery().toSQL();
  assertStrapiHas(isUsed, 'query that searches with that function');
}
