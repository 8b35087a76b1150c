import { Button, Flex, Typography } from '@strapi/design-system';
import { Notice } from '../../../panel/notice';
import { titleOf } from '../../../shared/panels';
import type { RestorePlan, RestoreRequest } from '../shared/restore';
import { ChangeLine } from './entry';
import { Faults } from './faults';
import type { Choices } from './use-restore';
import { useText } from './use-text';

interface Props {
  plan: RestorePlan;
  request: RestoreRequest;
  choices: Choices;
  onChoose(choices: Choices): void;
}

/** What speaks against a restore, and what can be done about it. */
export function Obstacles({ plan, request, choices, onChoose }: Props) {
  const { t, language, fieldOf } = useText();
  const { conflicts, conflictCount, refusals, isMissing, canLeave, left, count } = plan;
  return (
    <>
      {count === 0 && conflictCount === 0 && refusals.length === 0 && (
        <Notice kind="info">{t('restore.nothing')}</Notice>
      )}
      {conflictCount > 0 && (
        <Flex direction="column" alignItems="stretch" gap={3}>
          <Notice kind="warning">
            {t(choices.conflicts === 'keep' ? 'conflicts.kept' : 'conflicts', { count: conflictCount })}
          </Notice>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
            {conflicts.map((conflict) => {
              const { uid, record, field, at, by, door, kind } = conflict;
              const head = { change: 0, at, by, door, kind: 'write', note: null, batch: null };
              return (
                <li key={`${uid} ${record.number} ${field?.name}`}>
                  <ChangeLine change={head}>
                    <Typography variant="pi">
                      {t(`conflict.${kind}`, {
                        record: titleOf(uid, record, language),
                        field: field ? fieldOf(uid, field) : 'none',
                      })}
                    </Typography>
                  </ChangeLine>
                </li>
              );
            })}
          </Flex>
          {choices.conflicts !== 'keep' && (
            <Flex gap={2}>
              <Button variant="secondary" onClick={() => onChoose({ ...choices, conflicts: 'keep' })}>
                {t('conflicts.keep')}
              </Button>
              <Button variant="danger-light" onClick={() => onChoose({ ...choices, conflicts: 'overwrite' })}>
                {t('conflicts.overwrite')}
              </Button>
            </Flex>
          )}
        </Flex>
      )}
      {left.length > 0 && <Faults kind="warning" title={t('others.left')} faults={left} />}
      {refusals.length > 0 && <Faults kind="danger" title={t('refused')} faults={refusals} />}
      {canLeave && (
        <Flex>
          <Button variant="secondary" onClick={() => onChoose({ ...choices, others: 'leave' })}>
            {t('others.leave')}
          </Button>
        </Flex>
      )}
      {isMissing && (
        <Flex gap={2}>
          {request.kind === 'record' && (
            <Button variant="secondary" onClick={() => onChoose({ ...choices, missing: 'restore' })}>
              {t('missing.restore')}
            </Button>
          )}
          <Button variant="tertiary" onClick={() => onChoose({ ...choices, missing: 'omit' })}>
            {t('missing.omit')}
          </Button>
        </Flex>
      )}
    </>
  );
}
