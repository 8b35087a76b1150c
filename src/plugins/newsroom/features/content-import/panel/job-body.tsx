import { Link, Typography } from '@strapi/design-system';
import { Notice } from '../../../panel/notice';
import type { ImportableResource, Job } from '../shared/content-import';
import { ObstacleList } from './obstacle-list';
import { OutcomeView } from './outcome';
import { Problems } from './problems';
import { ProgressLine } from './progress-line';
import type { Decisions } from './use-decisions';
import { useText } from './use-text';

interface Props {
  job: Job;
  resources: ImportableResource[];
  decisions: Decisions;
  refresh(): Promise<void>;
}

/** The body of an import's card, by its state. */
export function JobBody({ job, resources, decisions, refresh }: Props) {
  const { t, nameOf, formatNumber } = useText();
  const { state, progress, outcome, batch, message, during, kind } = job;
  switch (state) {
    case 'uploading':
      return <Typography>{t('state.uploading.long', { name: job.by.name })}</Typography>;
    case 'planning':
    case 'applying': {
      const { step, name, records, part } = progress ?? { step: 'starting', name: '', records: 0, part: 0 };
      const subject = resources.some((each) => each.name === name) ? nameOf(resources, name) : name;
      const label = name ? t(`step.${step}.of`, { name: subject, records: formatNumber(records) }) : t(`step.${step}`);
      return <ProgressLine label={label} part={part} />;
    }
    case 'planned':
      return (
        outcome && (
          <OutcomeView
            key={job.plan}
            job={job}
            outcome={outcome}
            resources={resources}
            decisions={decisions}
            refresh={refresh}
          />
        )
      );
    case 'applied':
      return (
        <Notice kind="success">
          {batch === undefined ? t('applied.nothing') : t(doneText(job), { batch })}{' '}
          {batch !== undefined && <Link href={`#batch-${batch}`}>{t('applied.batch', { batch })}</Link>}
        </Notice>
      );
    case 'refused':
      return (
        <>
          <Notice kind="danger">
            {t(kind === 'undo' ? 'refusals.undo' : 'refusals', {
              count: job.refusalCount ?? 0,
              least: String(job.mayBeMore ?? false),
            })}
          </Notice>
          {kind === 'undo' ? (
            <ObstacleList path={`/newsroom/imports/${job.id}/obstacles`} />
          ) : (
            <Problems job={job} kind="refusals" count={0} resources={resources} />
          )}
        </>
      );
    case 'failed':
      return (
        <Notice kind="danger">
          {t(during ? 'failed.service' : kind === 'undo' ? 'failed.undo' : 'failed')}
          {`\n${message}`}
        </Notice>
      );
    case 'interrupted':
      return <Notice kind="warning">{t(`interrupted.${during}${job.keepsEdits ? '.kept' : ''}`)}</Notice>;
  }
}

const doneText = ({ kind, keepsEdits }: Job): string => {
  if (kind === 'import') return 'applied';
  return keepsEdits ? 'undone.kept' : 'undone';
};
