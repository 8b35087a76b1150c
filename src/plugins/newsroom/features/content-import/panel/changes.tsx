import { Badge, Box, Flex, Grid, Link, Typography } from '@strapi/design-system';
import { Fragment, useState } from 'react';
import { NavLink } from 'react-router-dom';
import type { ChangeAction, RecordChange } from '../shared/changes';
import type { ImportableResource, Job } from '../shared/content-import';
import { FieldView } from './field-change';
import { Pager } from './pager';
import { usePage } from './use-page';
import { useText } from './use-text';

interface Props {
  job: Job;
  of: ImportableResource | undefined;
  resource: string;
  action: ChangeAction;
}

/** The records of one kind that a plan makes or changes, page by page. */
export function Changes({ job, of, resource, action }: Props) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const found = usePage<RecordChange>(`/newsroom/imports/${job.id}/changes`, { resource, action, page });
  if (!found) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {found.rows.map((record) => (
        <Record key={record.number} record={record} of={of} isNew={action === 'create'} />
      ))}
      <Pager {...found} onPage={setPage} />
    </Flex>
  );
}

function Record({ record, of, isNew }: { record: RecordChange; of: ImportableResource | undefined; isNew: boolean }) {
  const { t, fieldOf } = useText();
  const { number, title, documentId, file, line, fields } = record;
  const name = title ?? (number < 0 ? t('change.new') : String(number));
  const place = line === undefined ? t('problems.record', { record: record.record }) : t('problems.line', { line });
  return (
    <Box tag="article" borderColor="neutral150" hasRadius padding={4} aria-label={name}>
      <Flex gap={2} justifyContent="space-between" wrap="wrap" paddingBottom={2}>
        <Flex gap={2}>
          {documentId && of ? (
            <Link tag={NavLink} to={`/content-manager/collection-types/${of.uid}/${documentId}`}>
              {name}
            </Link>
          ) : (
            <Typography fontWeight="bold">{name}</Typography>
          )}
          {number >= 0 && <Badge size="S">{number}</Badge>}
        </Flex>
        <Typography variant="pi" textColor="neutral600">
          {record.record > 0 ? `${file} · ${place}` : file}
        </Typography>
      </Flex>
      <Grid.Root gap={2}>
        {fields.map((change) => (
          <Fragment key={change.name}>
            <Grid.Item col={3} s={4} xs={12} alignItems="flex-start">
              <Typography variant="pi" textColor="neutral600">
                {fieldOf(of, change.name)}
              </Typography>
            </Grid.Item>
            <Grid.Item col={9} s={8} xs={12} alignItems="flex-start">
              <FieldView of={of} change={change} isNew={isNew} />
            </Grid.Item>
          </Fragment>
        ))}
      </Grid.Root>
    </Box>
  );
}
