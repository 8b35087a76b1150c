import { useNotification } from '@strapi/admin/strapi-admin';
import { Button, Field, Flex, Loader, Modal, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import { Notice } from '../../../panel/notice';
import { notifyChanged } from '../../../panel/strapi/reload';
import { nameOf, titleOf } from '../../../shared/panels';
import { DeletionQuestion } from '../../where-used/panel/deletion-question';
import type { RestorePlan, RestoreRequest } from '../shared/restore';
import { FieldTable } from './field-table';
import { Obstacles } from './restore-obstacles';
import { useRestore } from './use-restore';
import { useText } from './use-text';

/** The failures that have words of their own. */
const ERRORS = ['400', '403', '404', '409', 'unknown'];

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
    !plan ||
    error === 'unknown' ||
    plan.count === 0 ||
    plan.refusals.length > 0 ||
    (plan.conflictCount > 0 && choices.conflicts !== 'keep');
  const isNoteMissing = plan?.needsNote === true && note.trim() === '';
  const lookAgain = () => {
    notifyChanged();
    onClose();
  };
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
                <Flex direction="column" alignItems="flex-start" gap={2}>
                  {t(`error.${ERRORS.includes(error) ? error : 'other'}`)}
                  {error === 'unknown' && (
                    <Button size="S" variant="secondary" onClick={lookAgain}>
                      {t('error.unknown.look')}
                    </Button>
                  )}
                </Flex>
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
