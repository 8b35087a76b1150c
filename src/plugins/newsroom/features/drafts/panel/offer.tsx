import { useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { DraftDialog, type DraftDialogProps } from './draft-dialog';
import { findStored, type StoredDraft } from './stored';

interface Props extends Omit<DraftDialogProps, 'saved' | 'onGoOn'> {
  /** @param saved what is stored of the draft, as the editor knows */
  onGoOn(saved: StoredDraft | undefined): void;
}

/** Offers a draft, unless the record has it already: the answer to its save may have got lost. */
export function Offer(props: Props) {
  const { draft, isNew, onGoOn, onDiscard } = props;
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
  return found && !isDone ? <DraftDialog {...props} saved={found.saved} onGoOn={() => onGoOn(found.saved)} /> : null;
}
