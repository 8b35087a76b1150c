import { useFetchClient } from '@strapi/admin/strapi-admin';
import { Badge, Box, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { CaretDown, CaretUp } from '@strapi/icons';
import { useState } from 'react';
import type { ImportableResource, Job, JobState } from '../shared/content-import';
import { Discard } from './discard';
import { JobBody } from './job-body';
import { canApply } from './outcome';
import { useAction } from './use-action';
import { useDecisions } from './use-decisions';
import { useText } from './use-text';

const COLORS: Record<JobState, 'neutral' | 'primary' | 'success' | 'danger' | 'warning'> = {
  uploading: 'neutral',
  planning: 'primary',
  planned: 'primary',
  applying: 'primary',
  applied: 'success',
  refused: 'danger',
  failed: 'danger',
  interrupted: 'warning',
};

interface Props {
  job: Job;
  resources: ImportableResource[];
  isFirst: boolean;
  refresh(): Promise<void>;
}

/** The card of an import or an undo: its state and its actions. */
export function JobCard({ job, resources, isFirst, refresh }: Props) {
  const { t, whenOf } = useText();
  const { post, del } = useFetchClient();
  const { perform, isBusy } = useAction();
  const decisions = useDecisions(job);
  const [isOpen, setIsOpen] = useState(isFirst);
  const { id, state, kind, by, made, undoes } = job;
  const isFaulty = state === 'planned' && (job.outcome?.faultCount ?? 0) > 0;
  const runAndRefresh = (work: () => Promise<unknown>) => async () => {
    await perform(work);
    await refresh();
  };
  const planWith = (chosen: Record<string, boolean>) => post(`/newsroom/imports/${id}/plan`, { decisions: chosen });
  const title =
    kind === 'undo' ? t('undo.of', { batch: undoes ?? 0 }) : job.files.map(({ name }) => name).join(t('change.comma'));
  const isServerFault = state === 'failed' && job.during !== undefined;
  const isPlanFault = state === 'failed' && job.outcome !== undefined;
  const canPlan =
    kind === 'import' &&
    (['planned', 'refused', 'interrupted'].includes(state) || isServerFault || isPlanFault) &&
    job.during !== 'uploading';
  return (
    <Box tag="article" aria-label={title} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Flex justifyContent="space-between" gap={4} alignItems="flex-start">
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Flex gap={3} wrap="wrap">
            <Typography variant="delta" tag="h3" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <Badge variant={isFaulty ? 'danger' : COLORS[state]}>
              {t(isFaulty ? 'state.faulty' : `state.${state}`)}
            </Badge>
          </Flex>
          <Typography variant="pi" textColor="neutral600">
            {[
              by.name,
              whenOf(made),
              ...optionsOf(job).map((name) =>
                t(name, { fields: job.options.match.join(', '), source: job.options.source ?? '' }),
              ),
            ].join(' · ')}
          </Typography>
        </Flex>
        <IconButton
          label={t(isOpen ? 'fold' : 'unfold')}
          aria-expanded={isOpen}
          variant="ghost"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <CaretUp /> : <CaretDown />}
        </IconButton>
      </Flex>
      {isOpen && (
        <Flex direction="column" alignItems="stretch" gap={4} paddingTop={4}>
          <JobBody job={job} resources={resources} decisions={decisions} refresh={refresh} />
          <Flex gap={3} wrap="wrap">
            {canPlan && decisions.count > 0 && (
              <Button loading={isBusy} onClick={runAndRefresh(() => planWith(decisions.of))}>
                {t('edits.planAgain', { count: decisions.count })}
              </Button>
            )}
            {state === 'planned' && canApply(job.outcome) && decisions.count === 0 && (
              <Button loading={isBusy} onClick={runAndRefresh(() => post(`/newsroom/imports/${id}/apply`))}>
                {t('apply')}
              </Button>
            )}
            {canPlan && Object.keys(decisions.of).length > 0 && (
              <Button variant="tertiary" disabled={isBusy} onClick={decisions.forget}>
                {t('edits.forget')}
              </Button>
            )}
            {canPlan && !isFaulty && decisions.count === 0 && (
              <Button
                variant="secondary"
                disabled={isBusy}
                onClick={runAndRefresh(() => post(`/newsroom/imports/${id}/plan`))}
              >
                {t('planAgain')}
              </Button>
            )}
            {state !== 'applying' && (
              <Discard
                needsConfirmation={state === 'planned' && !isFaulty}
                isDisabled={isBusy}
                onDiscard={runAndRefresh(() => del(`/newsroom/imports/${id}`))}
              >
                {t(discardLabel(state))}
              </Discard>
            )}
          </Flex>
        </Flex>
      )}
    </Box>
  );
}

const optionsOf = ({
  options: { match, source, sync, syncAll, isStrict, takesFile, restoresDeleted },
}: Job): string[] => [
  ...(match.length > 0 ? ['option.match'] : []),
  ...(source ? ['option.source'] : []),
  ...(sync ? [syncAll ? 'option.syncAll' : 'option.sync'] : []),
  ...(isStrict ? ['option.strict'] : []),
  ...(takesFile ? ['option.takesFile'] : []),
  ...(restoresDeleted ? ['option.restoresDeleted'] : []),
];

const discardLabel = (state: JobState): string => {
  if (state === 'planning' || state === 'uploading') return 'stop';
  return state === 'planned' ? 'discard' : 'dismiss';
};
