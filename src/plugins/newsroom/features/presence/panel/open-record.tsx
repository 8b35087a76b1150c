import { Button, Flex } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import { ChangeLine } from '../../history/panel/entry';
import type { Presence } from '../shared/presence';
import { Others } from './others';

interface Props extends Presence {
  /** Whether the editor has changed something in it. */
  isChanged: boolean;
  /** Reads the record again. */
  onReload(): void;
}

/** What its editor hears of an open record: who else has it open, and that it was changed or deleted since it was read. */
export function OpenRecord({ others, changed, isDeleted, isChanged, onReload }: Props) {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.presence.${key}` });
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
