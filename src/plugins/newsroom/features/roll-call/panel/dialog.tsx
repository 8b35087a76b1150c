import { Alert, Box, Button, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { type RollCallList, readMinutes } from '../../../../../domain/minutes';
import { useLeaveQuestion } from '../../../panel/leave-question';
import type { RelatedRecord } from '../../../panel/strapi/relation-changes';
import { ListColumn } from './list-column';
import { compose, type Decisions, findingsOf, LISTS, type ListMap, type Members, mapLists } from './lists';
import { Paste } from './paste';
import { Questions } from './questions';
import { useMembers } from './use-members';
import type { Vote } from './use-vote';

interface Props {
  vote: Vote;
  term: number;
  onClose(): void;
}

/** The dialog in which names are pasted, checked and added to the form. */
export function RollCallDialog({ vote, term, onClose }: Props) {
  const { formatMessage } = useIntl();
  const members = useMembers(term);
  // Read once: the form cannot change behind the dialog.
  const current = useRef<ListMap<RelatedRecord[]>>();
  if (vote.state === 'ready') current.current ??= mapLists((list) => vote.relations[list].rows ?? []);
  const [isChanged, setIsChanged] = useState(false);
  const { leave, question } = useLeaveQuestion({ isChanged, onLeave: onClose });
  const isFailed = members === 'failed' || (vote.state === 'failed' && !current.current);
  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && leave()}>
      <Modal.Content style={{ width: 'min(120rem, 96vw)', maxWidth: '96vw', maxHeight: '94vh' }}>
        <Modal.Header closeLabel={formatMessage({ id: 'newsroom.roll-call.cancel' })}>
          <Modal.Title>{formatMessage({ id: 'newsroom.roll-call.dialog' }, { term })}</Modal.Title>
        </Modal.Header>
        {!isFailed && !(members && current.current) && <Loader />}
        {isFailed && (
          <Box padding={6}>
            <Alert variant="danger" closeLabel={formatMessage({ id: 'newsroom.roll-call.cancel' })} onClose={onClose}>
              {formatMessage({ id: 'newsroom.roll-call.failed' })}
            </Alert>
          </Box>
        )}
        {members && members !== 'failed' && current.current && (
          <Entry
            vote={vote}
            current={current.current}
            members={members}
            onChanged={setIsChanged}
            onLeave={leave}
            onDone={onClose}
          />
        )}
      </Modal.Content>
      {question}
    </Modal.Root>
  );
}

const UNDECIDED: Decisions = { answers: {}, removed: new Set(), isReplacing: false };

interface EntryProps {
  vote: Vote;
  /** The form's lists. */
  current: ListMap<RelatedRecord[]>;
  members: Members;
  /** Told whether there is something to lose. */
  onChanged(isChanged: boolean): void;
  onLeave(): void;
  onDone(): void;
}

function Entry({ vote, current, members, onChanged, onLeave, onDone }: EntryProps) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState('');
  const [first, setFirst] = useState<RollCallList>('aye');
  const [decisions, setDecisions] = useState(UNDECIDED);
  const isChanged = text !== '' || decisions !== UNDECIDED;
  // At once: whoever presses Escape right after a key is to be asked.
  useLayoutEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const read = useMemo(() => readMinutes(text, members.byName), [text, members]);
  const { lists, questions } = useMemo(
    () =>
      compose(
        mapLists((list) => current[list].map(({ id }) => id)),
        read,
        { first, members, decisions },
      ),
    [current, read, first, members, decisions],
  );
  const findings = useMemo(() => findingsOf(lists, members, vote.day), [lists, members, vote.day]);
  const totals = { ...vote.totals, ...read.totals };
  const open = questions.filter(({ key }) => decisions.answers[key] === undefined).length;

  const relatedOf = (id: number): RelatedRecord[] => {
    const stored = LISTS.flatMap((list) => current[list]).find((row) => row.id === id);
    const person = members.people.get(id);
    return [person ? { id, documentId: person.documentId, label: person.name } : (stored ?? [])].flat();
  };
  const finish = () => {
    for (const list of LISTS) vote.relations[list].set(lists[list].flatMap(relatedOf));
    onDone();
  };
  const remove = (list: RollCallList, id: number) =>
    setDecisions((before) => ({ ...before, removed: new Set([...before.removed, `${list} ${id}`]) }));

  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Paste
            text={text}
            onText={(value) => {
              setText(value);
              setDecisions((before) => ({ ...before, removed: new Set() }));
            }}
            first={first}
            onFirst={setFirst}
            isReplacing={decisions.isReplacing}
            onReplacing={(isReplacing) => setDecisions((before) => ({ ...before, isReplacing }))}
          />
          <Questions
            questions={questions}
            members={members}
            answers={decisions.answers}
            onAnswer={(key, answer) =>
              setDecisions((before) => ({ ...before, answers: { ...before.answers, [key]: answer } }))
            }
          />
          <Flex alignItems="stretch" gap={4}>
            {LISTS.map((list) => (
              <ListColumn
                key={list}
                list={list}
                ids={lists[list]}
                total={totals[list]}
                findings={findings}
                nameOf={(id) => relatedOf(id)[0]?.label ?? String(id)}
                onRemove={(id) => remove(list, id)}
              />
            ))}
          </Flex>
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="tertiary" onClick={onLeave}>
          {formatMessage({ id: 'newsroom.roll-call.cancel' })}
        </Button>
        <Flex gap={4}>
          <Typography variant="pi" textColor={open > 0 ? 'danger600' : 'neutral600'} role="status">
            {formatMessage({ id: 'newsroom.roll-call.open-questions' }, { open })}
          </Typography>
          <Button onClick={finish} loading={vote.state === 'loading'} disabled={vote.state !== 'ready'}>
            {formatMessage({ id: 'newsroom.roll-call.finish' })}
          </Button>
        </Flex>
      </Modal.Footer>
    </>
  );
}
