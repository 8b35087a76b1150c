import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { Unanswered } from '../../../panel/unanswered';
import { changesOf } from '../../drafts/panel/stored';

/** How long to wait before history is asked again that did not answer, in ms. */
const PAUSE_MS = 10_000;

/** Whether a change of a record is one of the open form's own saves whose answer got lost. */
export interface OwnSave {
  /** Undefined as long as history does not say. */
  isOwn: boolean | undefined;
  /** Whether it is the last of them, so that all that the form has sent is stored. */
  isLast: boolean;
}

/** What history said of a change, and of which saves. */
interface Told {
  change: number;
  unanswered: Unanswered;
  isOwn: boolean;
  isLast: boolean;
}

/** Finds out whether a change of a record is one of the open form's own saves whose answer got lost. */
export function useOwnSave(change: number | undefined, unanswered: Unanswered | undefined): OwnSave {
  const { get } = useFetchClient();
  const [told, setTold] = useState<Told>();
  useEffect(() => {
    if (change === undefined || !unanswered) return;
    let isLatest = true;
    let pause: number | undefined;
    const ask = (): Promise<void> =>
      Promise.all(unanswered.requests.map(({ id }) => changesOf(id, get))).then(
        (changes) => {
          const [isOwn, isLast] = [changes.flat().includes(change), changes.at(-1)?.includes(change) === true];
          if (isLatest) setTold({ change, unanswered, isOwn, isLast });
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
  if (change === undefined) return { isOwn: false, isLast: false };
  // Also once a later save was answered, after which nothing is unanswered.
  if (told?.change === change) return { isOwn: told.isOwn, isLast: told.isLast && told.unanswered === unanswered };
  return { isOwn: unanswered ? undefined : false, isLast: false };
}
