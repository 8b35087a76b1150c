import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { PageOf } from '../shared/content-import';

/** A page of a list, asked for again whenever what is wanted changes. */
export function usePage<T>(path: string, params: Record<string, string | number | undefined>): PageOf<T> | undefined {
  const { get } = useFetchClient();
  const [found, setFound] = useState<PageOf<T>>();
  const key = JSON.stringify(params);
  useEffect(() => {
    let isLeft = false;
    get<PageOf<T>>(path, { params: JSON.parse(key) }).then(
      ({ data }) => !isLeft && setFound(data),
      // It may have been discarded meanwhile.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [get, path, key]);
  return found;
}
