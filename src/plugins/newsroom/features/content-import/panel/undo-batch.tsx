import { ConfirmDialog, useFetchClient } from '@strapi/admin/strapi-admin';
import { Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFetch } from '../../../panel/use-fetch';
import type { Batch, ImportableResource, UndoPreview } from '../shared/content-import';
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
  const undo = async () => {
    await perform(() => post(`/newsroom/imports/batches/${batch.number}/undo`));
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
      {isOpen && <Question batch={batch} resources={resources} onConfirm={undo} />}
    </Dialog.Root>
  );
}

interface QuestionProps extends Pick<Props, 'batch' | 'resources'> {
  onConfirm(): void;
}

/** Says what the undo would do to how many records of which kinds. The service tries it, which takes its time for a large import. */
function Question({ batch, resources, onConfirm }: QuestionProps) {
  const { t, countsOf } = useText();
  const { formatMessage } = useIntl();
  const { data, isFailed } = useFetch<UndoPreview>(`/newsroom/imports/batches/${batch.number}/undo`);
  const listed = (counts: Batch['counts'], key: string) => countsOf(resources, counts, key).join(t('undo.semicolon'));
  const effect = (): string => {
    if (isFailed) return t('undo.unknown', { counts: listed(batch.counts, 'batch') });
    if (!data) return t('undo.trying');
    if (data.refusalCount > 0) return t('undo.refused', { count: data.refusalCount });
    if (Object.keys(data.counts).length === 0) return t('undo.nothing');
    return t('undo.counts', { counts: listed(data.counts, 'undo') });
  };
  const confirm = (
    <Dialog.Action>
      <Button fullWidth variant="danger-light" loading={!data && !isFailed} onClick={onConfirm}>
        {formatMessage({ id: 'app.components.Button.confirm' })}
      </Button>
    </Dialog.Action>
  );
  return (
    <ConfirmDialog title={t('undo.title', { batch: batch.number })} endAction={confirm}>
      <Flex direction="column" alignItems="stretch" gap={3} width="100%">
        <Typography textAlign="center">{t('undo.long')}</Typography>
        <Typography textAlign="center" fontWeight="semiBold" aria-live="polite">
          {effect()}
        </Typography>
      </Flex>
    </ConfirmDialog>
  );
}
