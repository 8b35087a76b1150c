import { Badge, Box, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Batch, ImportableResource, Overview } from '../shared/content-import';
import { Pager } from './pager';
import { UndoBatch } from './undo-batch';
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
  const { t, whenOf, countsOf } = useText();
  const { number, kind, label, made, counts, undoes, redoes, undoneBy, undone } = batch;
  const summary = countsOf(resources, counts, 'batch');
  return (
    <Box tag="li" id={`batch-${number}`} padding={4} borderStyle="solid" borderWidth="0 0 1px" borderColor="neutral150">
      <Flex justifyContent="space-between" gap={4}>
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Flex gap={2} wrap="wrap">
            <Badge>{number}</Badge>
            <Typography fontWeight="semiBold" style={{ overflowWrap: 'anywhere' }}>
              {kind === 'undo' && t('undo.of', { batch: undoes ?? 0 })}
              {kind === 'redo' && t('redo.of', { batch: redoes ?? 0 })}
              {kind === 'import' && label}
            </Typography>
            {undoneBy !== null && <Badge variant="warning">{t('batch.undone', { batch: undoneBy })}</Badge>}
            {undoneBy === null && Object.keys(undone).length > 0 && (
              <Badge variant="warning">{t('batch.undoneInPart')}</Badge>
            )}
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
        {kind === 'import' && undoneBy === null && <UndoBatch {...{ batch, resources, isBeingUndone, refresh }} />}
      </Flex>
    </Box>
  );
}
