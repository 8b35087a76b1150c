import { ConfirmDialog, useFetchClient } from '@strapi/admin/strapi-admin';
import { Badge, Box, Button, Dialog, Flex, Link, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { Batch, ImportableResource, Overview } from '../shared/content-import';
import { Pager } from './pager';
import { useAction } from './use-action';
import { useText } from './use-text';

interface Props {
  overview: Overview;
  resources: ImportableResource[];
  onPage(page: number): void;
  refresh(): Promise<void>;
}

/** The batches, newest first, each with a button to undo it. */
export function Batches({ overview, resources, onPage, refresh }: Props) {
  const { t } = useText();
  const { batches, jobs } = overview;
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={3} aria-labelledby="import-batches">
      <Typography variant="beta" tag="h2" id="import-batches">
        {t('batches')}
      </Typography>
      {batches.total === 0 && <Typography textColor="neutral600">{t('batches.none')}</Typography>}
      {batches.rows.length > 0 && (
        <Box tag="ul" background="neutral0" shadow="tableShadow" hasRadius>
          {batches.rows.map((batch) => (
            <Row
              key={batch.number}
              batch={batch}
              resources={resources}
              isBeingUndone={jobs.some(({ undoes, state }) => undoes === batch.number && state === 'applying')}
              refresh={refresh}
            />
          ))}
        </Box>
      )}
      <Pager {...batches} onPage={onPage} />
    </Flex>
  );
}

interface RowProps {
  batch: Batch;
  resources: ImportableResource[];
  isBeingUndone: boolean;
  refresh(): Promise<void>;
}

function Row({ batch, resources, isBeingUndone, refresh }: RowProps) {
  const { t, nameOf, whenOf, formatNumber } = useText();
  const { number, kind, label, made, counts, undoes, undoneBy } = batch;
  const summary = Object.entries(counts).map(([name, count]) => {
    const parts = (['created', 'changed', 'removed'] as const)
      .filter((each) => count[each] > 0)
      .map((each) => t(`batch.${each}`, { count: formatNumber(count[each]) }));
    return `${nameOf(resources, name)} ${parts.join(t('change.comma'))}`;
  });
  return (
    <Box tag="li" id={`batch-${number}`} padding={4} borderStyle="solid" borderWidth="0 0 1px" borderColor="neutral150">
      <Flex justifyContent="space-between" gap={4}>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Flex gap={2} wrap="wrap">
            <Badge>{number}</Badge>
            <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
              {kind === 'undo' ? t('undo.of', { batch: undoes ?? 0 }) : label}
            </Typography>
            {undoneBy !== null && <Badge variant="warning">{t('batch.undone', { batch: undoneBy })}</Badge>}
          </Flex>
          <Typography variant="pi" textColor="neutral600">
            {[whenOf(made), ...summary].join(' · ')}
          </Typography>
          {Object.keys(counts).length > 0 && (
            <Link tag={NavLink} to={`/plugins/newsroom/changes?batch=${number}`}>
              {t('batch.changes')}
            </Link>
          )}
        </Flex>
        {kind === 'import' && undoneBy === null && (
          <Undo batch={batch} summary={summary} isBeingUndone={isBeingUndone} refresh={refresh} />
        )}
      </Flex>
    </Box>
  );
}

interface UndoProps extends Omit<RowProps, 'resources'> {
  /** What the import did to how many records of which kinds. */
  summary: string[];
}

function Undo({ batch, summary, isBeingUndone, refresh }: UndoProps) {
  const { t } = useText();
  const { post } = useFetchClient();
  const { perform, isBusy } = useAction();
  const undo = async () => {
    await perform(() => post(`/newsroom/imports/batches/${batch.number}/undo`));
    await refresh();
  };
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button
          variant="danger-light"
          style={{ flexShrink: 0, whiteSpace: 'nowrap' }}
          size="S"
          startIcon={<ArrowClockwise />}
          loading={isBusy || isBeingUndone}
          aria-label={t('undo.label', { batch: batch.number })}
        >
          {t('undo')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('undo.title', { batch: batch.number })} onConfirm={undo}>
        {`${t('undo.long')} ${t('undo.counts', { counts: summary.join(t('undo.semicolon')) })}`}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
