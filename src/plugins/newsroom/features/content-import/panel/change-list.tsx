import { Flex, Grid, Typography } from '@strapi/design-system';
import { Fragment, useState } from 'react';
import type { RecordChange } from '../shared/changes';
import type { ImportableResource, Job } from '../shared/content-import';
import type { ChangeSelection } from './counts-table';
import { FieldView } from './field-change';
import { Pager } from './pager';
import { RecordBox } from './record-box';
import { usePage } from './use-page';
import { useText } from './use-text';

interface Props {
  job: Job;
  resource: ImportableResource | undefined;
  selection: ChangeSelection;
}

/** The records of one resource that a plan creates or changes, page by page. */
export function ChangeList({ job, resource, selection }: Props) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const changes = usePage<RecordChange>(`/newsroom/imports/${job.id}/changes`, { ...selection, page });
  if (!changes) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {changes.rows.map((record) => (
        <Record key={record.number} record={record} resource={resource} isNew={selection.action === 'create'} />
      ))}
      <Pager {...changes} onPage={setPage} />
    </Flex>
  );
}

interface RecordProps {
  record: RecordChange;
  resource: ImportableResource | undefined;
  isNew: boolean;
}

function Record({ record, resource, isNew }: RecordProps) {
  const { fieldOf } = useText();
  return (
    <RecordBox record={record} resource={resource}>
      <Grid.Root gap={2}>
        {record.fields.map((change) => (
          <Fragment key={change.name}>
            <Grid.Item col={3} s={4} xs={12} alignItems="flex-start">
              <Typography variant="pi" textColor="neutral600">
                {fieldOf(resource, change.name)}
              </Typography>
            </Grid.Item>
            <Grid.Item col={9} s={8} xs={12} alignItems="flex-start">
              <FieldView resource={resource} change={change} isNew={isNew} />
            </Grid.Item>
          </Fragment>
        ))}
      </Grid.Root>
    </RecordBox>
  );
}
