import { useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { DraftDialog, type DraftDialogProps } from './draft-dialog';
import { findStored, type StoredDraft } from './stored';

interface Props extends Omit<DraftDialogProps, 'saved' | 'onGoOn' | 'onOpen'> {
  /** @param saved what is stored of the draft, as the editor knows */
  onGoOn(saved: StoredDraft | undefined): void;
  /** Goes on in the record that a save of the draft has created. */
  onOpen(saved: StoredDraft): void;
}

/** Offers a draft, unless the record has it already: the answer to its save may have got lost. */
export function Offer(props: Props) {
  const { draft, isNew, onGoOn, onDiscard, onOpen } = props;
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
  if (!found || isDone) return null;
  const { saved } = found;
  return <DraftDialog {...props} saved={saved} onGoOn={() => onGoOn(saved)} onOpen={() => saved && onOpen(saved)} />;
}
