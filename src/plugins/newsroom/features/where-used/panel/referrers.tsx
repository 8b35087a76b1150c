import { Flex, Link, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { NavLink } from 'react-router-dom';
import { languageOf } from '../../../panel/language';
import { pluralOf } from '../../../shared/panels';
import { NAMED_RECORDS, type RecordSummary, type UsedBy } from '../shared/where-used';
import { listPath } from './paths';
import { RecordLink } from './record-link';

interface Props {
  usedBy: UsedBy[];
  /** What they refer to. */
  targets: RecordSummary[];
  targetUid: string;
  /** Called when a link is followed; without it, links open in windows of their own. */
  onFollow?: (() => void) | undefined;
}

/** Names the first records of each content type that refer to some records, with the number of the others and a link to the list of all. */
export function Referrers({ usedBy, targets, targetUid, onFollow }: Props) {
  const { formatMessage, locale } = useIntl();
  const t = (key: string, values?: Record<string, number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  return usedBy.map((each) => {
    const { uid, count, records } = each;
    if (!records)
      return (
        <Typography key={uid} variant="pi" textColor="neutral600">
          {t('unseen')}
        </Typography>
      );
    const named = records.slice(0, NAMED_RECORDS);
    const all = listPath(each, targets, targetUid);
    return (
      <Flex key={uid} tag="section" direction="column" alignItems="stretch" gap={1}>
        <Typography variant="pi" fontWeight="bold">
          {pluralOf(uid, languageOf(locale))}
        </Typography>
        <Flex tag="ul" direction="column" alignItems="stretch" gap={0}>
          {named.map((record) => (
            <RecordLink
              key={record.documentId}
              uid={uid}
              record={record}
              isOutside={!onFollow}
              {...(onFollow && { onClick: onFollow })}
            />
          ))}
        </Flex>
        {count > named.length && (
          <Typography variant="pi" textColor="neutral600">
            {t('more', { count: count - named.length })}
          </Typography>
        )}
        {all && (
          <Link tag={NavLink} to={all} onClick={onFollow} target={onFollow ? undefined : '_blank'}>
            {t('all', { count })}
          </Link>
        )}
      </Flex>
    );
  });
}
