import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { PageOf } from '../shared/content-import';

/** Fetches a page of a list, and again whenever the path or the parameters change. */
export function usePage<T>(path: string, params: Record<string, string | number | undefined>): PageOf<T> | undefined {
  const { get } = useFetchClient();
  const [result, setResult] = useState<PageOf<T>>();
  const key = JSON.stringify(params);
  useEffect(() => {
    let isCancelled = false;
    get<PageOf<T>>(path, { params: JSON.parse(key) }).then(
      ({ data }) => !isCancelled && setResult(data),
      // The import may have been discarded.
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [get, path, key]);
  return result;
}
