import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { Unanswered } from '../../../panel/unanswered';
import { changesOf } from '../../drafts/panel/stored';

/** How long to wait before history is asked again that did not answer, in ms. */
const PAUSE_MS = 10_000;

/** Whether a change of a record is one of the open form's own saves whose answer got lost; undefined as long as history does not say. */
export function useOwnSave(change: number | undefined, unanswered: Unanswered | undefined): boolean | undefined {
  const { get } = useFetchClient();
  const [told, setTold] = useState<{ change: number; isOwn: boolean }>();
  useEffect(() => {
    if (change === undefined || !unanswered) return;
    let isLatest = true;
    let pause: number | undefined;
    const ask = (): Promise<void> =>
      Promise.all(unanswered.requests.map(({ id }) => changesOf(id, get))).then(
        (changes) => {
          if (isLatest) setTold({ change, isOwn: changes.flat().includes(change) });
        },
        () => {
          if (isLatest) pause = window.setTimeout(ask, PAUSE_MS);
        },
      );
    void ask();
    return () => {
      isLatest = false;
      window.clearTimeout(pause);
    };
  }, [change, unanswered, get]);
  if (change === undefined) return false;
  // Also once a later save was answered, after which nothing is unanswered.
  if (told?.change === change) return told.isOwn;
  return unanswered ? undefined : false;
}
