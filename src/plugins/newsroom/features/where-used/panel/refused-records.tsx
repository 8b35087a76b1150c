import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import { titleOf } from '../../../shared/panels';
import { type Deletion, NAMED_RECORDS, type RefusedRecord } from '../shared/where-used';
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
  const t = (key: string, values?: Record<string, string | number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  const count = refused.length;
  const named = refused.slice(0, NAMED_RECORDS);
  const titleIn = ({ record }: RefusedRecord) => titleOf(uid, record, languageOf(locale));
  const names = named.map(titleIn).join(t('comma')) + (count > named.length ? '…' : '');
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {records.length > 1 && (
        <Typography textColor="danger600" style={{ overflowWrap: 'anywhere' }}>
          {t(count === records.length ? 'refused.all' : 'refused.some', { count, names })}
        </Typography>
      )}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={4}>
        {named.map(({ record, usedBy }) => (
          <Flex key={record.documentId} tag="li" direction="column" alignItems="stretch" gap={2}>
            <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
              {titleIn({ record, usedBy })}
            </Typography>
            <DeletionNotice usedBy={usedBy} />
            <Referrers usedBy={usedBy} targets={[record]} targetUid={uid} onFollow={onFollow} />
          </Flex>
        ))}
      </Flex>
      {count > named.length && (
        <Typography textColor="neutral600">{t('refused.more', { count: count - named.length })}</Typography>
      )}
    </Flex>
  );
}
