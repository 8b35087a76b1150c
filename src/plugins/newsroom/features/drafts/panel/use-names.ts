import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import { readTitles } from '../../../panel/strapi/record-titles';
import { nameKey } from './nameless';

/** Reads the names of records by `nameKey`; undefined while they load. Without those that cannot be read. */
export function useNames(wanted: ReadonlyMap<string, number[]>): ReadonlyMap<string, string> | undefined {
  const { get } = useFetchClient();
  const [names, setNames] = useState<ReadonlyMap<string, string>>();
  // The same records are not read again when the form renders anew.
  const key = JSON.stringify([...wanted]);
  useEffect(() => {
    let isCancelled = false;
    const all = (JSON.parse(key) as [string, number[]][]).map(async ([uid, ids]) => {
      const titles = await readTitles(get, uid, ids).catch(() => new Map<number, string>());
      return [...titles].map(([id, title]) => [nameKey(uid, id), title] as const);
    });
    Promise.all(all).then((found) => !isCancelled && setNames(new Map(found.flat())));
    return () => {
      isCancelled = true;
    };
  }, [get, key]);
  return names;
}
