import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { Unanswered } from '../../../panel/unanswered';
import { changesOf } from '../../drafts/panel/stored';

/** Whether a change of a record is one of the open form's own saves whose answer got lost; undefined as long as that is asked. */
export function useOwnSave(change: number | undefined, unanswered: Unanswered | undefined): boolean | undefined {
  const { get } = useFetchClient();
  const [told, setTold] = useState<{ change: number; isOwn: boolean }>();
  useEffect(() => {
    if (change === undefined || !unanswered) return;
    let isCancelled = false;
    const tell = (isOwn: boolean) => !isCancelled && setTold({ change, isOwn });
    // Where nobody can tell, it counts as somebody's.
    Promise.all(unanswered.requests.map(({ id }) => changesOf(id, get))).then(
      (changes) => tell(changes.flat().includes(change)),
      () => tell(false),
    );
    return () => {
      isCancelled = true;
    };
  }, [change, unanswered, get]);
  if (change === undefined || !unanswered) return false;
  return told?.change === change ? told.isOwn : undefined;
}
