import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Button, Dialog } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { useText } from './use-text';

interface Props {
  children: ReactNode;
  /** A plan that could be applied took time: it is asked before it goes. */
  isAsked: boolean;
  isDisabled: boolean;
  onDiscard(): Promise<void>;
}

/** The button that ends an import. */
export function Discard({ children, isAsked, isDisabled, onDiscard }: Props) {
  const { t } = useText();
  if (!isAsked) {
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
