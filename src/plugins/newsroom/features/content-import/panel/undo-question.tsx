import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Box, Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFetch } from '../../../panel/use-fetch';
import type { Batch, ImportableResource, UndoEdits, UndoPreview } from '../shared/content-import';
import { ObstacleList } from './obstacle-list';
import { useText } from './use-text';

interface Props {
  batch: Batch;
  resources: ImportableResource[];
  onConfirm(edits: UndoEdits): void;
}

/**
 * Says what an undo would do to how many records of which kinds, or what stands in its way, and then offers to leave that as it is. The service
 * tries it, which takes its time for a large import.
 */
export function UndoQuestion({ batch, resources, onConfirm }: Props) {
  const { t, countsOf } = useText();
  const { formatMessage } = useIntl();
  const [edits, setEdits] = useState<UndoEdits>('refuse');
  const path = `/newsroom/imports/batches/${batch.number}/undo`;
  const { data, isFailed } = useFetch<UndoPreview>(`${path}?edits=${edits}`);
  const listed = (counts: Batch['counts'], key: string) => countsOf(resources, counts, key).join(t('undo.semicolon'));
  const isRefused = data !== undefined && data.refusalCount > 0;
  const effect = (): string => {
    if (isFailed) return t('undo.unknown', { counts: listed(batch.counts, 'batch') });
    if (!data) return t('undo.trying');
    if (isRefused)
      return t(edits === 'keep' ? 'undo.refused.kept' : 'undo.refused', {
        count: data.refusalCount,
        least: String(data.mayBeMore ?? false),
      });
    if (Object.keys(data.counts).length === 0) return t('undo.nothing');
    return t('undo.counts', { counts: listed(data.counts, 'undo') });
  };
  const keep =
    edits === 'refuse' ? (
      <Button fullWidth variant="secondary" onClick={() => setEdits('keep')}>
        {t('undo.keep')}
      </Button>
    ) : (
      // Without anything, Strapi would show a button to confirm.
      <Box />
    );
  const confirm = (
    <Dialog.Action>
      <Button fullWidth variant="danger-light" loading={!data && !isFailed} onClick={() => onConfirm(edits)}>
        {formatMessage({ id: 'app.components.Button.confirm' })}
      </Button>
    </Dialog.Action>
  );
  return (
    <ConfirmDialog title={t('undo.title', { batch: batch.number })} endAction={isRefused ? keep : confirm}>
      <Flex direction="column" alignItems="stretch" gap={3} width="100%">
        <Typography textAlign="center">{t('undo.long')}</Typography>
        <Typography textAlign="center" fontWeight="semiBold" aria-live="polite">
          {effect()}
        </Typography>
        {data && !isRefused && data.keptCount > 0 && (
          <Typography textAlign="center">{t('undo.kept', { count: data.keptCount })}</Typography>
        )}
        {isRefused && data.first !== null && (
          <Typography textAlign="center">{t('undo.first', { batch: data.first })}</Typography>
        )}
        {isRefused && data.list !== null && <ObstacleList key={data.list} path={`${path}/${data.list}`} />}
      </Flex>
    </ConfirmDialog>
  );
}
