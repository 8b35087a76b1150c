import { useNotification } from '@strapi/admin/strapi-admin';
import { Button, Field, Flex, Loader, Modal, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import { notifyChanged } from '../../../panel/strapi/reload';
import { nameOf, titleOf } from '../../../shared/panels';
import { DeletionQuestion } from '../../where-used/panel/deletion-question';
import type { RestoreFault, RestorePlan, RestoreRequest } from '../shared/restore';
import { ChangeLine } from './entry';
import { FieldTable } from './field-table';
import { type Choices, useRestore } from './use-restore';
import { useText } from './use-text';

interface Props {
  request: RestoreRequest;
  onClose(): void;
  onDone(): void;
}

/** The dialog that shows what a restore would do, and does it. */
export function RestoreDialog({ request, onClose, onDone }: Props) {
  const { t } = useText();
  const { toggleNotification } = useNotification();
  const { plan, error, isBusy, isOutdated, choices, setChoices, apply } = useRestore(request);
  const [note, setNote] = useState('');
  const isBlocked =
    !plan || plan.count === 0 || plan.refusals.length > 0 || (plan.conflictCount > 0 && choices.conflicts !== 'keep');
  const isNoteMissing = plan?.needsNote === true && note.trim() === '';
  const submit = async () => {
    if (!(await apply(note.trim()))) return;
    toggleNotification({ type: 'success', message: t('restored') });
    notifyChanged();
    onDone();
  };
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content style={{ width: 'min(96rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}>
        <Modal.Header closeLabel={t('close')}>
          <Modal.Title>{t('restore.title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            {error && (
              <Notice kind="danger">
                {t(`error.${['400', '403', '404', '409'].includes(error) ? error : 'other'}`)}
              </Notice>
            )}
            {isOutdated && <Notice kind="warning">{t('restore.outdated')}</Notice>}
            {!plan && !error && <Loader>{t('loading')}</Loader>}
            {plan && <Obstacles plan={plan} request={request} choices={choices} onChoose={setChoices} />}
            {plan && <Records plan={plan} />}
            {plan && plan.count > 0 && plan.refusals.length === 0 && (
              <Field.Root required={plan.needsNote} hint={t(plan.needsNote ? 'note.required' : 'note.hint')}>
                <Field.Label>{t('note')}</Field.Label>
                <TextInput
                  maxLength={1000}
                  value={note}
                  onChange={({ target }: { target: { value: string } }) => setNote(target.value)}
                />
                <Field.Hint />
              </Field.Root>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isBusy} disabled={isBlocked || isNoteMissing} onClick={submit}>
            {t('restore.apply')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ObstacleProps {
  plan: RestorePlan;
  request: RestoreRequest;
  choices: Choices;
  onChoose(choices: Choices): void;
}

/** What speaks against a restore, and what can be done about it. */
function Obstacles({ plan, request, choices, onChoose }: ObstacleProps) {
  const { t, language, fieldOf } = useText();
  const { conflicts, conflictCount, refusals, isMissing, canLeave, left, count } = plan;
  const lineOf = ({ uid, record, message }: RestoreFault) =>
    `${record ? titleOf(uid, record, language) : nameOf(uid, language)}: ${message}`;
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
      {left.length > 0 && <Notice kind="warning">{[t('others.left'), ...left.map(lineOf)].join('\n')}</Notice>}
      {refusals.length > 0 && <Notice kind="danger">{[t('refused'), ...refusals.map(lineOf)].join('\n')}</Notice>}
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

/** The records that a restore changes, each before → after. */
function Records({ plan: { records, names, count } }: { plan: RestorePlan }) {
  const { t, language } = useText();
  const [first] = records;
  return (
    <>
      {/* Of several, one may be what refers to another. */}
      {count === 1 && first?.action === 'remove' && first.record.documentId !== undefined && (
        <DeletionQuestion uid={first.uid} documentIds={[first.record.documentId]} />
      )}
      {records.map(({ uid, record, action, fields, before, after }) => (
        <Flex key={`${uid} ${record.number}`} tag="article" direction="column" alignItems="stretch" gap={1}>
          <Flex gap={2} alignItems="baseline">
            <Typography tag="h3" variant="delta">
              {titleOf(uid, record, language)}
            </Typography>
            <Typography variant="pi" textColor={action === 'remove' ? 'danger600' : 'neutral600'}>
              {t(`plan.${action}`, { type: nameOf(uid, language) })}
            </Typography>
          </Flex>
          {action !== 'remove' && <FieldTable uid={uid} fields={fields} before={before} after={after} names={names} />}
        </Flex>
      ))}
      {count > records.length && (
        <Typography textColor="neutral600">{t('plan.more', { count: count - records.length })}</Typography>
      )}
    </>
  );
}
