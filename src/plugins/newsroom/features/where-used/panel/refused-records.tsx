import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { titleOf } from '../../../shared/panels';
import { type Deletion, NAMED_RECORDS } from '../shared/where-used';
import { DeletionNotice } from './deletion-notice';
import { Referrers } from './referrers';

interface Props {
  uid: string;
  deletion: Deletion;
  /** Called when a link is followed; without it, links open in windows of their own. */
  onFollow?: () => void;
}

/** Says which records cannot be deleted and what requires each, and that of several none is deleted. */
export function RefusedRecords({ uid, deletion: { records, refused }, onFollow }: Props) {
  const { formatMessage, locale } = useIntl();
  const t = (key: string, values: Record<string, number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  const [all, count] = [records.length, refused.length];
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {all > 1 && (
        <Typography textColor="danger600">
          {count === all ? t('refused.all', { count }) : t('refused.some', { count })}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {refused.slice(0, NAMED_RECORDS).map(({ record, usedBy }) => (
          <Flex key={record.documentId} tag="li" direction="column" alignItems="stretch" gap={2}>
            <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
              {titleOf(uid, record, languageOf(locale))}
            </Typography>
            <DeletionNotice usedBy={usedBy} />
            <Referrers usedBy={usedBy} targets={[record]} targetUid={uid} onFollow={onFollow} />
          </Flex>
        ))}
      </Flex>
      {count > NAMED_RECORDS && (
        <Typography textColor="neutral600">{t('refused.more', { count: count - NAMED_RECORDS })}</Typography>
      )}
    </Flex>
  );
}
