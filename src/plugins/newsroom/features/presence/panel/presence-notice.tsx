import { useForm } from '@strapi/admin/strapi-admin';
import { Button, Flex } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { Notice } from '../../../panel/notice';
import { recordAt } from '../../../panel/strapi/paths';
import { notifyChanged } from '../../../panel/strapi/reload';
import { loadedRecord } from '../../../panel/strapi/saves';
import { panelOf } from '../../../shared/panels';
import { ChangeLine } from '../../history/panel/entry';
import { Others } from './others';
import { usePresence } from './use-presence';

/** Says in a form who else has its record open, and that it has changed; a part of every form of a stored record. */
export function PresenceNotice() {
  const { pathname } = useLocation();
  const record = recordAt(pathname);
  return record && panelOf(record.uid) ? <Present key={pathname} {...record} /> : null;
}

function Present({ uid, documentId }: { uid: string; documentId: string }) {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.presence.${key}` });
  const isChanged = useForm('Presence', ({ modified }) => modified);
  const initialValues = useForm('Presence', (form) => form.initialValues);
  const shown = () => loadedRecord(uid, documentId)?.change;
  const presence = usePresence({ uid, documentId, isChanged, initialValues, shown });
  if (!presence) return null;
  const { others, changed, isDeleted } = presence;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <Others others={others} />
      {isDeleted && <Notice kind="warning">{t('deleted')}</Notice>}
      {changed && (
        <Notice kind="warning">
          <Flex direction="column" alignItems="flex-start" gap={2}>
            {t('changed')}
            <ChangeLine change={changed} />
            {isChanged ? (
              t('changed.both')
            ) : (
              <Button size="S" variant="secondary" onClick={notifyChanged}>
                {t('reload')}
              </Button>
            )}
          </Flex>
        </Notice>
      )}
    </Flex>
  );
}
