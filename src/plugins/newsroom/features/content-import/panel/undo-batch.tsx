import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Button, Dialog } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useState } from 'react';
import type { Batch, ImportableResource, UndoEdits } from '../shared/content-import';
import { UndoQuestion } from './undo-question';
import { useAction } from './use-action';
import { useText } from './use-text';

interface Props {
  batch: Batch;
  resources: ImportableResource[];
  isBeingUndone: boolean;
  refresh(): Promise<void>;
}

/** The button that undoes a batch, after a look at what that would do now. */
export function UndoBatch({ batch, resources, isBeingUndone, refresh }: Props) {
  const { t } = useText();
  const { post } = useFetchClient();
  const { perform, isBusy } = useAction();
  const [isOpen, setIsOpen] = useState(false);
  const undo = async (edits: UndoEdits) => {
    await perform(() => post(`/newsroom/imports/batches/${batch.number}/undo`, { edits }));
    await refresh();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger>
        <Button
          variant="danger-light"
          style={{ flexShrink: 0, whiteSpace: 'nowrap' }}
          size="S"
          startIcon={<ArrowClockwise />}
          loading={isBusy || isBeingUndone}
          aria-label={t('undo.label', { batch: batch.number })}
        >
          {t('undo')}
        </Button>
      </Dialog.Trigger>
      {isOpen && <UndoQuestion batch={batch} resources={resources} onConfirm={undo} />}
    </Dialog.Root>
  );
}
