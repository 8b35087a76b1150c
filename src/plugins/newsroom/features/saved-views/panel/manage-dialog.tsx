import { Button, Flex, Modal } from '@strapi/design-system';
import { useState } from 'react';
import type { SavedView } from '../shared/views';
import { ManagedView } from './managed-view';
import { useText } from './use-views';

interface Props {
  views: SavedView[];
  /** After each change. */
  onChanged(): void;
  onClose(): void;
}

/** Renames, shares and deletes views; one that was deleted can be brought back until the dialog is closed. */
export function ManageDialog({ views, onChanged, onClose }: Props) {
  const t = useText();
  // What is deleted stays in the list, to be brought back.
  const [shown] = useState(views);
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header closeLabel={t('close')}>
          <Modal.Title>{t('manage.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {shown.map((view) => (
              <ManagedView key={view.id} stored={view} onChanged={onChanged} />
            ))}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {t('close')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
