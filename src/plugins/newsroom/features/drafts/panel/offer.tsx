import { useFetchClient, useNotification } from '@strapi/admin/strapi-admin';
import { Box, Loader, Modal } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { JsonObject } from '../../../../../common/json';
import { DraftDialog, type DraftDialogProps } from './draft-dialog';
import type { Draft } from './drafts';
import { missingIn } from './form-draft';
import { findStored, type StoredDraft, withChange } from './stored';

interface Props extends Omit<DraftDialogProps, 'saved' | 'onGoOn' | 'onOpen'> {
  /** What is stored of the draft, if that is known already. */
  saved?: StoredDraft | undefined;
  /** @param saved what is stored of the draft, as the editor knows */
  onGoOn(draft: Draft, saved: StoredDraft | undefined): void;
  /** Values as they are to be shown; by default as they are. */
  shownOf?(values: JsonObject): JsonObject;
  /** Goes on in the record that a save of the draft has created. */
  onOpen(saved: StoredDraft): void;
  /** Called instead of offering it where nobody can tell what is stored of a draft of which something is. */
  onUnknown?(): void;
}

/** Offers a draft, unless the record has it already: the answer to its save may have got lost, which a message says then. */
export function Offer(props: Props) {
  const {
    draft,
    saved: known,
    isNew,
    stored,
    shownOf = (values) => values,
    onGoOn,
    onDiscard,
    onOpen,
    onUnknown,
  } = props;
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatMessage } = useIntl();
  const [found, setFound] = useState<{ draft: Draft; saved: StoredDraft | undefined } | undefined>(
    !known && (draft.unanswered || draft.createdBy !== undefined) ? undefined : { draft, saved: known },
  );
  useEffect(() => {
    if (found) return;
    // Where nobody can tell, it counts as not stored: going on overwrites nothing that the dialog does not show.
    const saved = findStored(draft, isNew, get).catch(() => undefined);
    Promise.all([withChange(draft, get), saved]).then(([draft, saved]) =>
      saved || !onUnknown ? setFound({ draft, saved }) : onUnknown(),
    );
  }, [draft, isNew, get, found]);
  const isStored = !isNew && found?.saved?.isWhole === true;
  const isDone = isStored || (found !== undefined && missingIn({ values: stored }, draft) === undefined);
  useEffect(() => {
    if (!isDone) return;
    if (isStored) toggleNotification({ type: 'info', message: formatMessage({ id: 'newsroom.drafts.stored' }) });
    onDiscard(undefined);
  }, [isDone, isStored]);
  if (isDone) return null;
  // What is typed meanwhile would not be kept.
  if (!found)
    return (
      <Modal.Root open>
        <Modal.Content onEscapeKeyDown={(event: Event) => event.preventDefault()}>
          <Box padding={6}>
            <Loader small>{formatMessage({ id: 'newsroom.drafts.asking' })}</Loader>
          </Box>
        </Modal.Content>
      </Modal.Root>
    );
  const { saved } = found;
  const goOn = () => {
    if (isNew && saved)
      toggleNotification({ type: 'info', message: formatMessage({ id: 'newsroom.drafts.go-on.new.next' }) });
    onGoOn(found.draft, saved);
  };
  const choices = { onGoOn: goOn, onOpen: () => saved && onOpen(saved) };
  const shown = { draft: { ...found.draft, values: shownOf(found.draft.values) }, stored: shownOf(stored) };
  return <DraftDialog {...props} {...shown} saved={saved} {...choices} />;
}
