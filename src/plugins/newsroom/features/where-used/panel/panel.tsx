import { Flex, Loader, Typography } from '@strapi/design-system';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { SidePanelProps } from '../../../panel/strapi/content-manager';
import { useFetch } from '../../../panel/use-fetch';
import { panelOf } from '../../../shared/panels';
import { Boundary } from '../../error-boundary/panel/boundary';
import type { WhereUsed } from '../shared/where-used';
import { DeletionNotice } from './deletion-notice';
import { UsedByGroup } from './used-by-group';

/** The side panel of a form that shows where its record is used; absent for a record that is not stored yet. */
export function WhereUsedPanel({ model, documentId, document }: SidePanelProps) {
  const { formatMessage } = useIntl();
  if (!document || !documentId || !panelOf(model)) return null;
  return {
    title: formatMessage({ id: 'newsroom.where-used.title' }),
    content: (
      <Boundary>
        <PanelContent uid={model} documentId={documentId} writtenAt={document.updatedAt} />
      </Boundary>
    ),
  };
}

interface ContentProps {
  uid: string;
  documentId: string;
  writtenAt?: string;
}

/** How sources know a record, what refers to it, and what deleting it would do. */
function PanelContent({ uid, documentId, writtenAt }: ContentProps) {
  const { formatMessage } = useIntl();
  const { data, isFailed, refetch } = useFetch<WhereUsed>(`/newsroom/where-used/${uid}/${documentId}`);
  useRefetch(refetch, writtenAt);
  if (isFailed) return <Text>{formatMessage({ id: 'newsroom.where-used.failed' })}</Text>;
  if (!data) return <Loader small>{formatMessage({ id: 'newsroom.where-used.loading' })}</Loader>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {data.sources.map((each) => (
        <Text key={each.source}>{formatMessage({ id: 'newsroom.where-used.source' }, { ...each })}</Text>
      ))}
      {data.usedBy.length === 0 ? (
        <Text>{formatMessage({ id: 'newsroom.where-used.nowhere' })}</Text>
      ) : (
        <DeletionNotice usedBy={data.usedBy} />
      )}
      {data.usedBy.map((usedBy) => (
        <UsedByGroup key={usedBy.uid} usedBy={usedBy} record={data.record} targetUid={uid} />
      ))}
    </Flex>
  );
}

const Text = ({ children }: { children: string }) => <Typography textColor="neutral600">{children}</Typography>;

/** Fetches again after the record is saved, and when the editor returns from another window. */
function useRefetch(refetch: () => void, writtenAt: string | undefined): void {
  const before = useRef(writtenAt);
  useEffect(() => {
    if (before.current !== writtenAt) refetch();
    before.current = writtenAt;
  }, [refetch, writtenAt]);
  useEffect(() => {
    window.addEventListener('focus', refetch);
    return () => window.removeEventListener('focus', refetch);
  }, [refetch]);
}
