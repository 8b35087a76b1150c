import { Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useHref } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { isAtRecord, recordPath } from '../../../panel/strapi/paths';
import { readAgain } from '../../../panel/strapi/reload';
import { useFetch } from '../../../panel/use-fetch';
import { usePageLeft } from '../../../panel/use-page-left';
import { ChangeLine } from '../../history/panel/entry';
import type { DeletedList } from '../../history/shared/history';
import { deletedRecord } from './deleted';
import { isDraftKept } from './kept';

const close = (): void => deletedRecord.set(undefined);

/** Tells who has deleted the record of the open form, and what becomes of what was typed; mounted on every page. */
export function DeletedDialog() {
  const record = useSyncExternalStore(deletedRecord.subscribe, deletedRecord.get);
  usePageLeft(close);
  return record ? <Dialog {...record} /> : null;
}

function Dialog({ uid, documentId }: { uid: string; documentId: string }) {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.drafts.deleted.${key}` });
  // Who may not read such records is not told.
  const { data, isFailed } = useFetch<DeletedList>(`/newsroom/history/deleted?uid=${uid}&document=${documentId}`);
  const [deleted] = data?.rows ?? [];
  const address = useHref(recordPath(uid, documentId));
  const show = () => {
    const isReplaced = isDraftKept() && isAtRecord(uid, documentId);
    close();
    // The form's place is taken by the page of the deleted record, so nothing asks whether to leave.
    if (isReplaced) readAgain(uid, documentId);
    else window.open(address, '_blank');
  };
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && close()}>
      <Modal.Content>
        <Modal.Header closeLabel={t('stay')}>
          <Modal.Title>{t('title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{t('hint')}</Typography>
            {!data && !isFailed && <Loader small>{t('loading')}</Loader>}
            {deleted && <ChangeLine change={deleted.change} />}
            <Notice kind={isDraftKept() ? 'info' : 'warning'}>{t(isDraftKept() ? 'kept' : 'lost')}</Notice>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={close}>
            {t('stay')}
          </Button>
          <Button onClick={show}>{t('show')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
