import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { useState, useSyncExternalStore } from 'react';
import { Notice } from '../../../panel/notice';
import { usePageLeft } from '../../../panel/use-page-left';
import type { Conflict } from '../shared/conflict';
import { FieldChoices } from './field-choices';
import { GroupChoice } from './group-choice';
import { questions, type Side } from './save';
import { useText } from './use-text';

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

function Dialog({ conflict, answer }: Props) {
  const { t } = useText();
  const [sides, setSides] = useState<Record<string, Side>>({});
  const { fields, groups, hidden, hiddenWhole, theirs, mine } = conflict;
  const hasLists = fields.some(({ name, isWhole }) => Array.isArray(theirs[name]) && !isWhole);
  const isComplete = fields.every(({ name }) => name in sides);
  const single = fields.filter(({ name }) => !groups.some((group) => group.fields.includes(name)));
  const isOfRules = fields.length > 0 && single.length === 0;
  const choose = (names: string[], side: Side) =>
    setSides({ ...sides, ...Object.fromEntries(names.map((name) => [name, side])) });
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && answer(undefined)}>
      <Modal.Content style={{ width: 'min(96rem, 96vw)', maxWidth: '96vw', maxHeight: '92vh' }}>
        <Modal.Header closeLabel={t('cancel')}>
          <Modal.Title>{t(isOfRules ? 'title.rules' : 'title')}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={5}>
            <Notice kind="warning">{t(mine ? 'hint' : 'hint.lost')}</Notice>
            {hasLists && <Typography>{t('hint.lists')}</Typography>}
            <FieldChoices conflict={conflict} fields={single} sides={sides} choose={choose} />
            {groups.map((group) => (
              <GroupChoice key={group.fields.join()} conflict={conflict} group={group} sides={sides} choose={choose} />
            ))}
            {Object.entries({ hidden: hidden - hiddenWhole, 'hidden.whole': hiddenWhole }).map(
              ([key, count]) =>
                count > 0 && (
                  <Typography key={key} textColor="danger600">
                    {t(key, { count })}
                  </Typography>
                ),
            )}
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
