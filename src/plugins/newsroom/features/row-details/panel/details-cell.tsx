import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Typography } from '@strapi/design-system';
import { type ReactNode, useEffect, useState } from 'react';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { useWords } from '../../search/panel/use-words';
import type { DescribedRecord, RecordReference } from '../../search/shared/found';
import { describe } from './describe';

/** The cell of a record's details; empty until they are known, and where they cannot be read. */
export const DetailsCell = ({ uid, documentId }: RecordReference): ReactNode => (
  <Guarded uid={uid} documentId={documentId} />
);

const Guarded = withBoundary(function Details({ uid, documentId }: RecordReference) {
  const { get } = useFetchClient();
  const { t, detailsOf } = useWords();
  const [record, setRecord] = useState<DescribedRecord>();
  useEffect(() => {
    let isLeft = false;
    describe({ uid, documentId }, get as never).then(
      (found) => !isLeft && setRecord(found),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [uid, documentId, get]);
  return (
    <Typography textColor="neutral800" ellipsis maxWidth="30rem">
      {record ? detailsOf(record).filter(Boolean).join(t('comma')) : ''}
    </Typography>
  );
});
