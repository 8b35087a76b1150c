import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Box, Button, Flex, Loader, Typography } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { SidePanelProps } from '../../../panel/strapi/content-manager';
import { useFetch } from '../../../panel/use-fetch';
import { panelOf } from '../../../shared/panels';
import { Boundary } from '../../error-boundary/panel/boundary';
import type { RecordHistory, Revision } from '../shared/history';
import { historyPath } from './ahead';
import { ComparisonDialog } from './comparison-dialog';
import { ChangeLine, useFieldNames, When } from './entry';
import { NoteField } from './note-field';
import { useText } from './use-text';

/** The entries that are shown at first. */
const SHOWN = 5;

/** The side panel of a form with the history of its record; absent for a record that is not stored yet. */
export function HistoryPanel({ model, documentId, document }: SidePanelProps) {
  const { formatMessage } = useIntl();
  if (!document || !documentId || !panelOf(model)) return null;
  return {
    title: formatMessage({ id: 'newsroom.history.title' }),
    content: (
      <Boundary>
        <PanelContent key={documentId} uid={model} documentId={documentId} writtenAt={document.updatedAt} />
      </Boundary>
    ),
  };
}

interface ContentProps {
  uid: string;
  documentId: string;
  writtenAt?: string;
}

function PanelContent({ uid, documentId, writtenAt }: ContentProps) {
  const { t } = useText();
  const path = historyPath(uid, documentId);
  const { data, isFailed, refetch } = useFetch<RecordHistory>(path);
  const [isOpen, setIsOpen] = useState(false);
  const [compared, setCompared] = useState<number>();
  const older = useOlder(path, data);
  useRefetch(refetch, writtenAt);
  if (isFailed)
    return (
      <Flex direction="column" alignItems="stretch" gap={3} width="100%">
        <Typography textColor="neutral600">{t('failed')}</Typography>
        <Button variant="tertiary" onClick={refetch}>
          {t('retry')}
        </Button>
      </Flex>
    );
  if (!data) return <Loader small>{t('loading')}</Loader>;
  const pages = [data, ...older.pages];
  const rows = pages.flatMap((page) => page.rows);
  const shown = isOpen ? rows : rows.slice(0, SHOWN);
  const last = pages.at(-1) ?? data;
  const isComplete = shown.length === rows.length && last.next === null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <NoteField uid={uid} documentId={documentId} />
      <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
        {shown.map((revision) => (
          <Entry key={revision.change} uid={uid} revision={revision} onOpen={() => setCompared(revision.change)} />
        ))}
        {isComplete && last.foundAt !== null && (
          <Flex tag="li" direction="column" alignItems="flex-start" gap={0}>
            <Typography variant="omega" fontWeight="semiBold">
              {t('found')}
            </Typography>
            <Typography variant="pi" textColor="neutral600">
              {t('found.hint')} <When at={last.foundAt} />
            </Typography>
          </Flex>
        )}
      </Flex>
      {older.isFailed && <Typography textColor="danger600">{t('failed')}</Typography>}
      {!isComplete && (
        <Button
          variant="tertiary"
          loading={older.isBusy}
          onClick={() => (isOpen || rows.length <= SHOWN ? older.load(last.next) : setIsOpen(true))}
        >
          {t('more')}
        </Button>
      )}
      {compared !== undefined && (
        <ComparisonDialog
          uid={uid}
          number={data.number}
          change={compared}
          isLatest={rows[0]?.change === compared}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Flex>
  );
}

function Entry({ uid, revision, onOpen }: { uid: string; revision: Revision; onOpen(): void }) {
  const { t, actorOf, whenOf } = useText();
  const fieldNames = useFieldNames();
  const { action, fields, hidden, by, at } = revision;
  return (
    <Box tag="li" borderColor="neutral150" hasRadius padding={3}>
      <ChangeLine change={revision}>
        <Typography variant="pi" textColor="neutral800">
          {action === 'change'
            ? t('changed', { fields: fieldNames(uid, fields, hidden) || t('fields.none') })
            : t(action)}
        </Typography>
      </ChangeLine>
      <Box paddingTop={1}>
        <Button
          variant="ghost"
          size="S"
          onClick={onOpen}
          aria-label={t('compare.label', { who: actorOf(by), when: whenOf(at) })}
        >
          {t('compare')}
        </Button>
      </Box>
    </Box>
  );
}

/** Loads the pages after the first one. */
function useOlder(path: string, first: RecordHistory | undefined) {
  const { get } = useFetchClient();
  const [pages, setPages] = useState<RecordHistory[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  /** The first page that is shown: what follows another one comes too late. */
  const shown = useRef(first);
  useEffect(() => {
    shown.current = first;
    setPages([]);
    setIsFailed(false);
    setIsBusy(false);
  }, [first]);
  const load = async (before: number | null) => {
    if (before === null) return;
    setIsBusy(true);
    const answer = await get<RecordHistory>(`${path}?before=${before}`).catch(() => undefined);
    if (shown.current !== first) return;
    setIsBusy(false);
    setIsFailed(!answer);
    if (answer) setPages((all) => [...all, answer.data]);
  };
  return { pages, isBusy, isFailed, load };
}

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
