import { Box, Flex, Tabs, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import type { ImportableResource, Job, Outcome } from '../shared/content-import';
import { ChangeList } from './change-list';
import { type ChangeSelection, CountsTable } from './counts-table';
import { EditChoices } from './edit-choices';
import { EditList } from './edit-list';
import { Problems } from './problems';
import type { Decisions } from './use-decisions';
import { useText } from './use-text';

interface Props {
  job: Job;
  outcome: Outcome;
  resources: ImportableResource[];
  decisions: Decisions;
  refresh(): Promise<void>;
}

/** The outcome of a plan: its faults first, then its changes. */
export function OutcomeView({ job, outcome, resources, decisions, refresh }: Props) {
  const { t, formatNumber, nameOf } = useText();
  const { counts, faultCount, warningCount, ignored, withoutKey, identifiedCount = 0, neededLimit } = outcome;
  const editCount = Object.values(outcome.editCounts ?? {}).reduce((sum, count) => sum + count, 0);
  const [selection, setSelection] = useState<ChangeSelection | undefined>(() => initialSelection(outcome));
  const isFaulty = faultCount > 0;
  const resource = resources.find(({ name }) => name === selection?.resource);
  const first = isFaulty ? 'faults' : selection ? 'changes' : 'edits';
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {isFaulty && <Notice kind="danger">{t('outcome.faulty', { count: faultCount })}</Notice>}
      {!isFaulty && isIdle(outcome) && (
        <Notice kind="info">
          {t(outcome.noteCount > 0 ? 'outcome.onlyNotes' : 'outcome.nothing', { count: outcome.noteCount })}
        </Notice>
      )}
      {(!isFaulty || neededLimit !== undefined) && <EditChoices job={job} outcome={outcome} refresh={refresh} />}
      {!isFaulty && identifiedCount > 0 && (
        <Notice kind="info">
          {t('outcome.identified', { count: identifiedCount, source: job.options.source ?? '' })}
        </Notice>
      )}
      {withoutKey > 0 && <Notice kind="warning">{t('outcome.withoutKey', { count: withoutKey })}</Notice>}
      {Object.keys(ignored).length > 0 && (
        <Notice kind="warning">
          {t('outcome.ignored')}
          {Object.entries(ignored).map(([field, records]) => `\n${field} (${t('records', { count: records })})`)}
        </Notice>
      )}
      {Object.keys(counts).length > 0 && (
        <CountsTable
          counts={counts}
          resources={resources}
          hasChanges={!isFaulty}
          selection={selection}
          onSelect={setSelection}
        />
      )}
      {(isFaulty || warningCount > 0 || editCount > 0 || selection) && (
        <Tabs.Root defaultValue={first} variant="simple">
          <Tabs.List aria-label={t('outcome')}>
            {isFaulty && <Tabs.Trigger value="faults">{`${t('faults')} ${formatNumber(faultCount)}`}</Tabs.Trigger>}
            {!isFaulty && selection && <Tabs.Trigger value="changes">{t('changes')}</Tabs.Trigger>}
            {editCount > 0 && <Tabs.Trigger value="edits">{`${t('edits')} ${formatNumber(editCount)}`}</Tabs.Trigger>}
            {warningCount > 0 && (
              <Tabs.Trigger value="warnings">{`${t('warnings')} ${formatNumber(warningCount)}`}</Tabs.Trigger>
            )}
          </Tabs.List>
          <Box paddingTop={4}>
            <Tabs.Content value="faults">
              <Problems job={job} kind="faults" count={faultCount} resources={resources} />
            </Tabs.Content>
            <Tabs.Content value="edits">
              <Flex direction="column" alignItems="stretch" gap={3}>
                <Typography textColor="neutral600">{t('edits.hint')}</Typography>
                <EditList job={job} resources={resources} decisions={decisions} />
              </Flex>
            </Tabs.Content>
            <Tabs.Content value="warnings">
              <Flex direction="column" alignItems="stretch" gap={3}>
                <Typography textColor="neutral600">{t('warnings.hint')}</Typography>
                <Problems job={job} kind="warnings" count={warningCount} resources={resources} />
              </Flex>
            </Tabs.Content>
            {selection && (
              <Tabs.Content value="changes">
                <Flex direction="column" alignItems="stretch" gap={3}>
                  <Typography variant="delta" tag="h3">
                    {t(`heading.${selection.action}`, {
                      count: formatNumber(
                        counts[selection.resource]?.[selection.action === 'create' ? 'created' : 'changed'] ?? 0,
                      ),
                      name: nameOf(resources, selection.resource),
                    })}
                  </Typography>
                  <ChangeList
                    key={`${selection.resource} ${selection.action}`}
                    job={job}
                    resource={resource}
                    selection={selection}
                  />
                </Flex>
              </Tabs.Content>
            )}
          </Box>
        </Tabs.Root>
      )}
    </Flex>
  );
}

/** The list shown first: changes to stored records, since these are where imports go wrong. */
function initialSelection({ counts, faultCount }: Outcome): ChangeSelection | undefined {
  if (faultCount > 0) return undefined;
  const rows = Object.entries(counts);
  const changed = rows.find(([, count]) => count.changed > 0);
  if (changed) return { resource: changed[0], action: 'change' };
  const created = rows.find(([, count]) => count.created > 0);
  return created && { resource: created[0], action: 'create' };
}

const isIdle = ({ counts }: Outcome): boolean =>
  Object.values(counts).every(({ created, changed, removed }) => created + changed + removed === 0);

/** Whether a plan can be applied: it changes something, or has the next import know what these files say. */
export const canApply = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined &&
  outcome.faultCount === 0 &&
  (!isIdle(outcome) || outcome.noteCount > 0 || (outcome.identifiedCount ?? 0) > 0);
