import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { useFetch } from '../../../panel/use-fetch';
import { titleOf } from '../../../shared/panels';
import type { Comparison } from '../shared/history';
import type { RestoreRequest } from '../shared/restore';
import { storedNames } from '../shared/values';
import { ChangeLine } from './entry';
import { FieldTable } from './field-table';
import { RestoreDialog } from './restore-dialog';
import { useText } from './use-text';

interface Props {
  uid: string;
  number: number;
  change: number;
  /** Whether nothing happened to the record since. */
  isLatest: boolean;
  onClose(): void;
}

/** The dialog that compares a record before and after a change, and restores it. */
export function ComparisonDialog({ uid, number, change, isLatest, onClose }: Props) {
  const { t, language } = useText();
  const { data, isFailed } = useFetch<Comparison>(`/newsroom/history/records/${uid}/${number}/${change}`);
  const [restored, setRestored] = useState<RestoreRequest>();
  if (restored) return <RestoreDialog request={restored} onClose={() => setRestored(undefined)} onDone={onClose} />;
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content style={{ width: 'min(96rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}>
        <Modal.Header closeLabel={t('close')}>
          <Modal.Title>
            {data ? t('comparison', { title: titleOf(uid, data.record, language) }) : t('comparison.loading')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {isFailed && <Typography textColor="danger600">{t('failed')}</Typography>}
          {!data && !isFailed && <Loader>{t('loading')}</Loader>}
          {data && <Body comparison={data} onRestore={setRestored} />}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{t('close')}</Button>
          </Modal.Close>
          {data && !data.isPrivate && <RestoreButtons comparison={data} isLatest={isLatest} onRestore={setRestored} />}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

function Body({ comparison, onRestore }: { comparison: Comparison; onRestore(request: RestoreRequest): void }) {
  const { t } = useText();
  const { uid, number, change, action, fields, before, after, names, hidden, isPrivate } = comparison;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <ChangeLine change={comparison}>
        <Typography variant="pi">{t(action === 'change' ? 'comparison.changed' : action)}</Typography>
      </ChangeLine>
      {isPrivate && <Typography textColor="neutral600">{t('private')}</Typography>}
      <FieldTable uid={uid} fields={fields} before={before} after={after} names={names}>
        {(field) =>
          action === 'change' && (
            <Button
              variant="tertiary"
              size="S"
              onClick={() =>
                onRestore({ kind: 'record', uid, number, change, isBefore: true, fields: storedNames(field) })
              }
            >
              {t('restore.field')}
            </Button>
          )
        }
      </FieldTable>
      {hidden > 0 && <Typography textColor="neutral600">{t('comparison.hidden', { count: hidden })}</Typography>}
    </Flex>
  );
}

/** Takes back the change, or returns to the record as it was after it. */
function RestoreButtons({
  comparison: { uid, number, change, action, fields },
  isLatest,
  onRestore,
}: {
  comparison: Comparison;
  isLatest: boolean;
  onRestore(request: RestoreRequest): void;
}) {
  const { t } = useText();
  const request = { kind: 'record', uid, number, change } as const;
  const names = fields.flatMap(storedNames);
  return (
    <Flex gap={2}>
      {action !== 'remove' && !isLatest && (
        <Button variant="secondary" onClick={() => onRestore(request)}>
          {t('restore.version')}
        </Button>
      )}
      {action === 'change' && names.length > 0 && (
        <Button onClick={() => onRestore({ ...request, isBefore: true, fields: names })}>{t('restore.change')}</Button>
      )}
      {action === 'remove' && <Button onClick={() => onRestore(request)}>{t('restore.deleted')}</Button>}
    </Flex>
  );
}
