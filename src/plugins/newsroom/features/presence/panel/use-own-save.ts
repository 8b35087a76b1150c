import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { Unanswered } from '../../../panel/unanswered';
import { changesOf } from '../../drafts/panel/stored';

/** Whether a change of a record is one of the open form's own saves whose answer got lost. */
export function useOwnSave(change: number | undefined, unanswered: Unanswered | undefined): boolean {
  const { get } = useFetchClient();
  const [own, setOwn] = useState<number>();
  useEffect(() => {
    if (change === undefined || !unanswered) return;
    let isCancelled = false;
    // Where nobody can tell, it counts as somebody's.
    Promise.all(unanswered.requests.map(({ id }) => changesOf(id, get))).then(
      (changes) => !isCancelled && changes.flat().includes(change) && setOwn(change),
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [change, unanswered, get]);
  return change !== undefined && own === change;
}
