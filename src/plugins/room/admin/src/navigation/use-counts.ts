import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';

type Counts = Readonly<Record<string, number>>;

/** How many records there are by content type; empty until they are counted. */
export function useCounts(): Counts {
  const { get } = useFetchClient();
  const [counts, setCounts] = useState<Counts>({});
  useEffect(() => {
    let isLeft = false;
    get<Counts>('/room/desk/counts').then(
      ({ data }) => !isLeft && setCounts(data),
      // The desk is of use without them.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [get]);
  return counts;
}
