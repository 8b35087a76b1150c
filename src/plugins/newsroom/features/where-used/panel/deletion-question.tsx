import { Flex, Loader, Typography } from '@strapi/design-system';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { languageOf } from '../../../panel/language';
import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import { useFetch } from '../../../panel/use-fetch';
import { nameOf, panelOf, pluralOf } from '../../../shared/panels';
import { concernedBy } from '../shared/effects';
import type { UsedBy } from '../shared/where-used';
import { DeletionNotice } from './deletion-notice';

/** Says before a delete how many records it concerns, and what it would do to how many others of which kinds. `onRefused` hears that it would be refused. */
export function DeletionQuestion({ uid, documentIds, onRefused }: DeletedRecords & { onRefused?(): void }) {
  const { formatMessage, locale } = useIntl();
  const t = (key: string, values?: Record<string, string | number>) =>
    formatMessage({ id: `newsroom.where-used.${key}` }, values);
  const isKnown = panelOf(uid) !== undefined && documentIds.length > 0;
  const path = `/newsroom/where-used/${uid}?documents=${documentIds.join(',')}`;
  const { data, isFailed } = useFetch<UsedBy[]>(isKnown ? path : null);
  const isRefused = data !== undefined && concernedBy(data, 'restrict').length > 0;
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
      {data && data.length === 0 && <Typography textAlign="center">{t('question.nowhere', { count })}</Typography>}
      {data && data.length > 0 && <DeletionNotice usedBy={data} />}
    </Flex>
  );
}
