import { Button, Flex, Link, Loader, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { NavLink } from 'react-router-dom';
import { recordPath } from '../../../panel/strapi/paths';
import { useFetch } from '../../../panel/use-fetch';
import { nameOf, titleOf } from '../../../shared/panels';
import type { RecordOfChange, RecordsOfChange } from '../shared/history';
import { ComparisonDialog } from './comparison-dialog';
import { useFieldNames } from './entry';
import { useText } from './use-text';

/** The records of a change, page by page, each with what happened to it. */
export function RecordsOfChangeList({ changes }: { changes: number[] }) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const [compared, setCompared] = useState<RecordOfChange>();
  const { data, isFailed } = useFetch<RecordsOfChange>(
    `/newsroom/history/records?changes=${changes.join(',')}&page=${page}`,
  );
  if (isFailed) return <Typography textColor="danger600">{t('failed')}</Typography>;
  if (!data) return <Loader small>{t('loading')}</Loader>;
  const pages = Math.ceil(data.total / data.pageSize);
  return (
    <Flex direction="column" alignItems="stretch" gap={2} paddingTop={2}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {data.rows.map((row) => (
          <RecordRow
            key={`${row.change} ${row.uid} ${row.record.number}`}
            row={row}
            onCompare={() => setCompared(row)}
          />
        ))}
      </Flex>
      {pages > 1 && (
        <Flex gap={2} alignItems="center">
          <Button variant="tertiary" size="S" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('page.before')}
          </Button>
          <Typography variant="pi" textColor="neutral600">
            {t('page', { page, pages })}
          </Typography>
          <Button variant="tertiary" size="S" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('page.after')}
          </Button>
        </Flex>
      )}
      {compared && (
        <ComparisonDialog
          uid={compared.uid}
          number={compared.record.number}
          change={compared.change}
          isLatest={false}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Flex>
  );
}

function RecordRow({ row, onCompare }: { row: RecordOfChange; onCompare(): void }) {
  const { t, language } = useText();
  const fieldNames = useFieldNames();
  const { uid, record, action, fields, hidden } = row;
  const title = titleOf(uid, record, language);
  return (
    <Flex tag="li" gap={3} alignItems="baseline" wrap="wrap">
      <Typography variant="pi" textColor="neutral600">
        {nameOf(uid, language)}
      </Typography>
      {record.documentId ? (
        <Link tag={NavLink} to={recordPath(uid, record.documentId)}>
          {title}
        </Link>
      ) : (
        <Typography fontWeight="semiBold">{title}</Typography>
      )}
      <Typography variant="pi" textColor="neutral700">
        {action === 'change' ? fieldNames(uid, fields, hidden) : t(action)}
      </Typography>
      <Button variant="ghost" size="S" onClick={onCompare} aria-label={t('compare.record', { title })}>
        {t('compare')}
      </Button>
    </Flex>
  );
}
