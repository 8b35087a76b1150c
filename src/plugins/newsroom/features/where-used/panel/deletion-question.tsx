import { Flex, Loader, Typography } from '@strapi/design-system';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import type { DeletionProps } from '../../../panel/strapi/delete-questions';
import { useFetch } from '../../../panel/use-fetch';
import { nameOf, panelOf, pluralOf, titleOf } from '../../../shared/panels';
import { type Deletion, NAMED_RECORDS, type RecordSummary } from '../shared/where-used';
import { DeletionNotice } from './deletion-notice';
import { deletionPath } from './paths';
import { Referrers } from './referrers';
import { RefusedRecords } from './refused-records';

/** Says before a delete which records it concerns, and what it would do to which others; as long as it gets, it stands in a `QuestionScroll`. `onRefused` hears that it would be refused. */
export function DeletionQuestion({ uid, documentIds, onRefused }: DeletionProps) {
  const { formatMessage, locale } = useIntl();
  const t = (key: string, values?: Record<string, string | number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  const isKnown = panelOf(uid) !== undefined && documentIds.length > 0;
  const { data, isFailed } = useFetch<Deletion>(isKnown ? deletionPath({ uid, documentIds }) : null);
  const isRefused = data !== undefined && data.refused.length > 0;
  useEffect(() => {
    if (isRefused) onRefused?.();
  }, [isRefused, onRefused]);
  if (!isKnown) return null;
  const [count, language] = [documentIds.length, languageOf(locale)];
  const name = count === 1 ? nameOf(uid, language) : pluralOf(uid, language);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} paddingTop={3}>
      <Typography textAlign="center" fontWeight="semiBold">
        {t('question', { count, name })}
      </Typography>
      {isFailed && <Typography textAlign="center">{t('question.failed', { count })}</Typography>}
      {!data && !isFailed && <Loader small>{t('loading')}</Loader>}
      {data && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          {isRefused ? <RefusedRecords uid={uid} deletion={data} /> : <Allowed uid={uid} deletion={data} />}
        </Flex>
      )}
    </Flex>
  );
}

/** The records that can be deleted, and what that does to others. */
function Allowed({ uid, deletion: { records, usedBy } }: { uid: string; deletion: Deletion }) {
  const { formatMessage } = useIntl();
  const count = records.length;
  return (
    <>
      <Names uid={uid} records={records} />
      {usedBy.length === 0 ? (
        <Typography textAlign="center">
          {formatMessage({ id: 'newsroom.where-used.question.nowhere' }, { count })}
        </Typography>
      ) : (
        <DeletionNotice usedBy={usedBy} />
      )}
      <Referrers usedBy={usedBy} targets={records} targetUid={uid} />
    </>
  );
}

function Names({ uid, records }: { uid: string; records: RecordSummary[] }) {
  const { formatMessage, locale } = useIntl();
  const more = records.length - NAMED_RECORDS;
  return (
    <Flex tag="ul" direction="column" alignItems="center" gap={1}>
      {records.slice(0, NAMED_RECORDS).map((record) => (
        <Typography key={record.documentId} tag="li" style={{ overflowWrap: 'anywhere' }}>
          {titleOf(uid, record, languageOf(locale))}
        </Typography>
      ))}
      {more > 0 && (
        <Typography tag="li" textColor="neutral600">
          {formatMessage({ id: 'newsroom.where-used.more' }, { count: more })}
        </Typography>
      )}
    </Flex>
  );
}
