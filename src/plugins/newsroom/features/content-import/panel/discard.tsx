import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Button, Dialog } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useText } from './use-text';

interface Props {
  children: ReactNode;
  /** Whether to ask first: a plan that can be applied took time to make. */
  needsConfirmation: boolean;
  isDisabled: boolean;
  onDiscard(): Promise<void>;
}

/** The button that stops or discards an import. */
export function Discard({ children, needsConfirmation, isDisabled, onDiscard }: Props) {
  const { t } = useText();
  if (!needsConfirmation) {
    return (
      <Button variant="tertiary" disabled={isDisabled} onClick={onDiscard}>
        {children}
      </Button>
    );
  }
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant="tertiary" disabled={isDisabled}>
          {children}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('discard.title')} onConfirm={onDiscard}>
        {t('discard.long')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
