import { Button, Flex } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import type { Unanswered } from '../../../panel/unanswered';
import { ChangeLine } from '../../history/panel/entry';
import type { Presence } from '../shared/presence';
import { Others } from './others';
import { useOwnSave } from './use-own-save';

interface Props extends Presence {
  /** Saves of it that may be stored, though nobody knows. */
  unanswered: Unanswered | undefined;
  /** Whether the editor has changed something in it. */
  isChanged: boolean;
  /** Reads the record again. */
  onReload(): void;
}

/** What its editor hears of an open record: who else has it open, and that it was changed or deleted since it was read. */
export function OpenRecord({ others, changed, isDeleted, unanswered, isChanged, onReload }: Props) {
  const { formatMessage } = useIntl();
  const t = (key: string) => formatMessage({ id: `newsroom.presence.${key}` });
  const isOwn = useOwnSave(changed?.change, unanswered);
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
