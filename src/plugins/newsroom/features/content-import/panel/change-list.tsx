import { Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { FieldTable } from '../../history/panel/field-table';
import type { RecordChange } from '../shared/changes';
import type { ImportableResource, Job } from '../shared/content-import';
import type { ChangeSelection } from './counts-table';
import { Pager } from './pager';
import { RecordBox } from './record-box';
import { usePage } from './use-page';
import { useText } from './use-text';

interface Props {
  job: Job;
  resource: ImportableResource | undefined;
  selection: ChangeSelection;
}

/** The records of one resource that a plan creates or changes, page by page, compared as the history compares them. */
export function ChangeList({ job, resource, selection }: Props) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const changes = usePage<RecordChange>(`/newsroom/imports/${job.id}/changes`, { ...selection, page });
  if (!changes) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {changes.rows.map((record) => (
        <RecordBox key={record.number} record={record} resource={resource}>
          <FieldTable uid={resource?.uid ?? ''} {...record} />
        </RecordBox>
      ))}
      <Pager {...changes} onPage={setPage} />
    </Flex>
  );
}
