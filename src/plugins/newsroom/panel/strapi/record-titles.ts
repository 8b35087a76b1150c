/* Titles of records, from Strapi's lists. Checked with Strapi 5.54.0. */

import type { useFetchClient } from '@strapi/admin/strapi-admin';
import { slicesOf } from '../../../../common/maps';
import { panelOf } from '../../shared/panels';
import { contentTypePath } from './paths';

/** How many records are asked for at once: their ids are in the address. */
const AT_ONCE = 50;

interface List {
  results: ({ id: number } & Record<string, unknown>)[];
}

/** Reads the titles of records by Strapi's ids; of those that are gone, have none, or that the reader may not see, there are none. */
export async function readTitles(
  get: ReturnType<typeof useFetchClient>['get'],
  uid: string,
  ids: number[],
): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  const main = panelOf(uid)?.main ?? '';
  for (const some of slicesOf(ids, AT_ONCE)) {
    const params = { page: 1, pageSize: AT_ONCE, filters: { id: { $in: some } } };
    const { data } = await get<List>(contentTypePath(uid), { params });
    for (const row of data.results) {
      const title = row[main];
      if (title !== null && title !== undefined && title !== '') titles.set(row.id, String(title));
    }
  }
  return titles;
}
