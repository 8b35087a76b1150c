import { ConfirmDialog, useFetchClient } from '@strapi/admin/strapi-admin';
import { Badge, Box, Button, Dialog, Flex, IconButton, Link, Typography } from '@strapi/design-system';
import { CaretDown, CaretUp } from '@strapi/icons';
import { type ReactNode, useState } from 'react';
import type { ImportableResource, Job, JobState } from '../../../shared/content-import';
import { Bar } from './bar';
import { Notice } from './notice';
import { canApply, OutcomeView } from './outcome';
import { Problems } from './problems';
import { useText } from './use-text';
import { useTold } from './use-told';

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

/** An import, or an undo: how it stands, and what can be done with it. */
export function JobCard({ job, resources, isFirst, refresh }: Props) {
  const { t, whenOf } = useText();
  const { post, del } = useFetchClient();
  const { told, isDoing } = useTold();
  const [isOpen, setIsOpen] = useState(isFirst);
  const { id, state, kind, by, made, undoes } = job;
  const isFaulty = state === 'planned' && (job.outcome?.faultCount ?? 0) > 0;
  const doThen = (work: () => Promise<unknown>) => async () => {
    await told(work);
    await refresh();
  };
  const title =
    kind === 'undo' ? t('undo.of', { batch: undoes ?? 0 }) : job.files.map(({ name }) => name).join(t('change.comma'));
  const canPlan =
    kind === 'import' && ['planned', 'refused', 'interrupted'].includes(state) && job.during !== 'uploading';
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
              ...optionsOf(job).map((name) => t(name, { fields: job.options.match.join(', ') })),
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
          <Body job={job} resources={resources} />
          <Flex gap={3} wrap="wrap">
            {state === 'planned' && canApply(job.outcome) && (
              <Button loading={isDoing} onClick={doThen(() => post(`/room/imports/${id}/apply`))}>
                {t('apply')}
              </Button>
            )}
            {canPlan && !isFaulty && (
              <Button variant="secondary" disabled={isDoing} onClick={doThen(() => post(`/room/imports/${id}/plan`))}>
                {t('planAgain')}
              </Button>
            )}
            {state !== 'applying' && (
              <Discard
                isAsked={state === 'planned' && !isFaulty}
                isDisabled={isDoing}
                onDiscard={doThen(() => del(`/room/imports/${id}`))}
              >
                {t(wordFor(state))}
              </Discard>
            )}
          </Flex>
        </Flex>
      )}
    </Box>
  );
}

const optionsOf = ({ options: { match, isStrict } }: Job): string[] => [
  ...(match.length > 0 ? ['option.match'] : []),
  ...(isStrict ? ['option.strict'] : []),
];

const wordFor = (state: JobState): string => {
  if (state === 'planning' || state === 'uploading') return 'stop';
  return state === 'planned' ? 'discard' : 'dismiss';
};

function Body({ job, resources }: Pick<Props, 'job' | 'resources'>) {
  const { t, nameOf, formatNumber } = useText();
  const { state, progress, outcome, batch, message, during, kind } = job;
  switch (state) {
    case 'uploading':
      return <Typography>{t('state.uploading.long', { name: job.by.name })}</Typography>;
    case 'planning':
    case 'applying': {
      const { step, name, records, part } = progress ?? { step: 'starting', name: '', records: 0, part: 0 };
      const what = resources.some((each) => each.name === name) ? nameOf(resources, name) : name;
      const long = name ? t(`step.${step}.of`, { name: what, records: formatNumber(records) }) : t(`step.${step}`);
      return <Bar label={long} part={part} />;
    }
    case 'planned':
      return outcome && <OutcomeView key={job.plan} job={job} outcome={outcome} resources={resources} />;
    case 'applied':
      return (
        <Notice kind="success">
          {batch === undefined ? t('applied.nothing') : t(kind === 'undo' ? 'undone' : 'applied', { batch })}{' '}
          {batch !== undefined && <Link href={`#batch-${batch}`}>{t('applied.batch', { batch })}</Link>}
        </Notice>
      );
    case 'refused':
      return (
        <>
          <Notice kind="danger">
            {t(kind === 'undo' ? 'refusals.undo' : 'refusals', { count: job.refusalCount ?? 0 })}
          </Notice>
          <Problems job={job} kind="refusals" count={0} resources={resources} />
        </>
      );
    case 'failed':
      return (
        <Notice kind="danger">
          {t(kind === 'undo' ? 'failed.undo' : 'failed')}
          {`\n${message}`}
        </Notice>
      );
    case 'interrupted':
      return <Notice kind="warning">{t(`interrupted.${during}`)}</Notice>;
  }
}

interface DiscardProps {
  children: ReactNode;
  /** A plan that could be applied took time: it is asked before it goes. */
  isAsked: boolean;
  isDisabled: boolean;
  onDiscard(): Promise<void>;
}

function Discard({ children, isAsked, isDisabled, onDiscard }: DiscardProps) {
  const { t } = useText();
  if (!isAsked) {
    return (
      <Button variant="tertiary" disabled={isDisabled} onClick={onDiscard}>
        {children}
      </Button>
    );
  }
  return (
    <Dialog.Root>
      <Dialog.Trigger>
        <Button variant="tertiary" disabled={isDisabled}>
          {children}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={t('discard.title')} onConfirm={onDiscard}>
        {t('discard.long')}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
