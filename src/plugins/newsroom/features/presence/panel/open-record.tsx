import { Button, Flex } from '@strapi/design-system';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import { forgetUnknown } from '../../../panel/strapi/failed-saves';
import { recordPath } from '../../../panel/strapi/paths';
import type { LoadedRecord } from '../../../panel/strapi/saves';
import { ChangeLine } from '../../history/panel/entry';
import type { Presence } from '../shared/presence';
import { Others } from './others';
import { useOwnSave } from './use-own-save';

interface Props extends Presence {
  uid: string;
  documentId: string;
  /** As it was read or saved last. */
  loaded: LoadedRecord | undefined;
  /** Whether the editor has changed something in it. */
  isChanged: boolean;
  /** Reads the record again. */
  onReload(): void;
}

/** What its editor hears of an open record: who else has it open, and that it was changed or deleted since it was read. */
export function OpenRecord({ uid, documentId, loaded, isChanged, onReload, ...presence }: Props) {
  const { others, changed: heard, isDeleted } = presence;
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.presence.${key}` });
  // What was heard before a save was answered is no news after it.
  const changed = heard && heard.change > (loaded?.change ?? -1) ? heard : undefined;
  const { isOwn, isLast } = useOwnSave(changed?.change, loaded?.unanswered);
  useEffect(() => {
    // Each time it is heard again: a save that is stored may fail later.
    if (changed && isLast) forgetUnknown(recordPath(uid, documentId));
  }, [uid, documentId, changed, isLast]);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} width="100%">
      <Others others={others} />
      {isDeleted && <Notice kind="warning">{t('deleted')}</Notice>}
      {changed && isOwn !== undefined && (
        <Notice kind={isOwn ? 'info' : 'warning'}>
          <Flex direction="column" alignItems="flex-start" gap={2}>
            {t(isOwn ? 'changed.own' : 'changed')}
            {!isOwn && <ChangeLine change={changed} />}
            {isChanged ? (
              !isOwn && t('changed.both')
            ) : (
              <Button size="S" variant="secondary" onClick={onReload}>
                {t('reload')}
              </Button>
            )}
          </Flex>
        </Notice>
      )}
    </Flex>
  );
}
