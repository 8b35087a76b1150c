import { useNotification } from '@strapi/admin/strapi-admin';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useHref } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { useMay } from '../../../panel/permissions';
import { type RefusedCreate, refusedCreate } from '../../../panel/strapi/creates';
import { recordPath } from '../../../panel/strapi/paths';
import { usePageLeft } from '../../../panel/use-page-left';

const close = (): void => refusedCreate.set(undefined);

/** Tells of a new record that a former save has created, where its form offers no draft; mounted on every page. */
export function CreatedDialog() {
  const refused = useSyncExternalStore(refusedCreate.subscribe, refusedCreate.get);
  usePageLeft(close);
  return refused ? <Created refused={refused} onClose={close} /> : null;
}

interface Props {
  refused: RefusedCreate;
  onClose(): void;
}

/** Says that a new record is stored already, leads to it, and lets the form create another one only if that is chosen. */
export function Created({ refused: { uid, documentId, letAnother }, onClose }: Props) {
  const { formatMessage } = useIntl();
  const { toggleNotification } = useNotification();
  const t = (key: string) => formatMessage({ id: `newsroom.drafts.${key}` });
  const mayRead = useMay()('read', uid);
  const address = useHref(recordPath(uid, documentId));
  const goOn = () => {
    letAnother();
    toggleNotification({ type: 'info', message: t('go-on.new.next') });
    onClose();
  };
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content>
        <Modal.Header closeLabel={t('created.stay')}>
          <Modal.Title>{t('created.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{t(mayRead ? 'created.hint' : 'created.hint.unread')}</Typography>
            <Notice kind="info">{t('created.since')}</Notice>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {t('created.stay')}
          </Button>
          <Button variant="tertiary" onClick={goOn}>
            {t('go-on.new')}
          </Button>
          {mayRead && (
            <Button autoFocus onClick={() => window.open(address, '_blank')}>
              {t('created.open')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
