import { Button, Flex, Modal, Radio, Typography } from '@strapi/design-system';
import { useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { Notice } from '../../../panel/notice';
import { usePageLeft } from '../../../panel/use-page-left';
import { ChangeLine } from '../../history/panel/entry';
import { FieldTable } from '../../history/panel/field-table';
import type { Conflict, ConflictingField } from '../shared/conflict';
import { questions, type Side } from './save';

/** The dialog that asks, field by field, whose value stays where two people have changed the same; mounted on every page. */
export function ConflictDialog() {
  const asked = useSyncExternalStore(questions.current.subscribe, questions.current.get);
  usePageLeft(questions.leave);
  return asked ? <Dialog key={asked.key} conflict={asked.about} answer={asked.answer} /> : null;
}

interface Props {
  conflict: Conflict;
  answer(sides: Record<string, Side> | undefined): void;
}

function Dialog({ conflict: { uid, fields, hidden, theirs, mine, merged, names }, answer }: Props) {
  const { formatMessage } = useIntl();
  const t = (key: string, values?: Record<string, number>) =>
    formatMessage({ id: `newsroom.concurrent-edits.${key}` }, values);
  const [sides, setSides] = useState<Record<string, Side>>({});
  const hasLists = fields.some(({ attributes }) => attributes.some((attribute) => attribute in merged));
  const isComplete = fields.every(({ name }) => name in sides);
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && answer(undefined)}>
      <Modal.Content style={{ width: 'min(96rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}>
        <Modal.Header closeLabel={t('cancel')}>
          <Modal.Title>{t('title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Notice kind="warning">{t(mine ? 'hint' : 'hint.lost')}</Notice>
            {hasLists && <Typography>{t('hint.lists')}</Typography>}
            <FieldTable uid={uid} fields={fields} before={theirs} after={mine ?? theirs} names={names}>
              {(field) => (
                <Flex direction="column" alignItems="flex-start" gap={3} width="18rem" shrink={0}>
                  <ChangedBy field={field} />
                  <Radio.Group
                    aria-label={t('choice')}
                    value={sides[field.name] ?? ''}
                    onValueChange={(side: string) => setSides({ ...sides, [field.name]: side as Side })}
                  >
                    <Radio.Item value="theirs">{t('theirs')}</Radio.Item>
                    <Radio.Item value="mine" disabled={!mine}>
                      {t('mine')}
                    </Radio.Item>
                  </Radio.Group>
                </Flex>
              )}
            </FieldTable>
            {hidden > 0 && <Typography textColor="danger600">{t('hidden', { count: hidden })}</Typography>}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button variant="tertiary" onClick={() => answer(undefined)}>
            {t('cancel')}
          </Button>
          <Button disabled={!isComplete} onClick={() => answer(sides)}>
            {t('save')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Who changed a field meanwhile, and when. */
const ChangedBy = ({ field: { changedBy } }: { field: ConflictingField }) =>
  changedBy ? <ChangeLine change={changedBy} /> : null;
