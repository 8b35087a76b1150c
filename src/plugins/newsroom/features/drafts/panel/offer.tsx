import { useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { type ComponentProps, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { DraftDialog } from './draft-dialog';
import { findStored, type StoredDraft } from './stored';

/** Offers a draft, unless the record has it already: the answer to its save may have got lost. */
export function Offer(props: Omit<ComponentProps<typeof DraftDialog>, 'saved'>) {
  const { draft, isNew, onDiscard } = props;
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatMessage } = useIntl();
  const [found, setFound] = useState<{ saved: StoredDraft | undefined } | undefined>(
    draft.unanswered ? undefined : { saved: undefined },
  );
  useEffect(() => {
    if (found) return;
    // Where nobody can tell, it counts as not stored: going on overwrites nothing.
    findStored(draft, isNew, get).then(
      (saved) => setFound({ saved }),
      () => setFound({ saved: undefined }),
    );
  }, [draft, isNew, get, found]);
  const isDone = !isNew && found?.saved?.isWhole === true;
  useEffect(() => {
    if (!isDone) return;
    toggleNotification({ type: 'info', message: formatMessage({ id: 'newsroom.drafts.stored' }) });
    onDiscard();
  }, [isDone]);
  return found && !isDone ? <DraftDialog {...props} saved={found.saved} /> : null;
}
