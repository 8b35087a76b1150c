import { Modal, VisuallyHidden } from '@strapi/design-system';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { BoxField } from './box-field';
import { BoxFooter } from './box-footer';
import { BoxStatus } from './box-status';
import { ChoiceList } from './choice-list';
import { isOfInputMethod } from './keys';
import { useChoices } from './use-choices';

/** Where a choice is opened: on this page, or in a new tab. */
type Place = 'here' | 'tab';

/** Near the top of the page, and there at once. */
const PLACE = { top: '10vh', transform: 'translateX(-50%)', maxWidth: '68rem', maxHeight: '80vh', animation: 'none' };

/** The search box: what is typed, and below it what fits. Keys alone are enough. */
export function BoxDialog({ account, onClose }: { account: number; onClose(): void }) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [former] = useState(() => document.activeElement);
  const { groups, isPending, isFailed, isTooSlow } = useChoices(account, text.trim());
  const choices = groups.flatMap((group) => group.choices);
  // A choice among what was shown before is none among what is shown now.
  const [chosen, setChosen] = useState({ groups, index: 0 });
  const index = chosen.groups === groups ? chosen.index : 0;
  const choose = (next: number) => setChosen({ groups, index: next });
  // Enter right after the last key means what that will find.
  const [wanted, setWanted] = useState<Place>();
  const id = useId();
  const idOf = (at: number) => `${id}-${at}`;

  const open = (at: number, place: Place) => {
    const link = document.getElementById(idOf(at)) as HTMLAnchorElement | null;
    if (place === 'tab' && link) window.open(link.href, '_blank');
    const choice = choices[at];
    if (place === 'tab' || !choice) return;
    onClose();
    navigate(choice.to);
  };
  useEffect(() => {
    if (!wanted || isPending) return;
    setWanted(undefined);
    if (!isFailed && !isTooSlow) open(0, wanted);
  });
  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    // With an input method, these keys choose among its suggestions.
    if (isOfInputMethod(nativeEvent) || (step === undefined && key !== 'Enter')) return;
    event.preventDefault();
    const place: Place = ctrlKey || metaKey ? 'tab' : 'here';
    // Enter that is held repeats, and would open one tab after another.
    if (step === undefined && event.repeat) return;
    if (step !== undefined) choose((index + step + choices.length) % Math.max(choices.length, 1));
    else if (isPending) setWanted(place);
    else open(index, place);
  };

  return (
    <Modal.Root open onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      <Modal.Content
        style={PLACE}
        aria-describedby={undefined}
        onCloseAutoFocus={(event: Event) => {
          event.preventDefault();
          if (document.activeElement === document.body) (former as HTMLElement | null)?.focus();
        }}
        onEscapeKeyDown={(event: globalThis.KeyboardEvent) => isOfInputMethod(event) && event.preventDefault()}
      >
        <VisuallyHidden>
          <Modal.Title>{formatMessage({ id: 'newsroom.search.label' })}</Modal.Title>
        </VisuallyHidden>
        <BoxField
          onText={(next) => {
            setText(next);
            setWanted(undefined);
          }}
          onKeyDown={onKeyDown}
          listId={id}
          activeId={choices.length > 0 ? idOf(index) : undefined}
        />
        <ChoiceList
          id={id}
          idOf={idOf}
          groups={groups}
          index={index}
          onChoose={choose}
          onOpen={(at) => open(at, 'here')}
        />
        <BoxStatus
          text={text.trim()}
          count={choices.length}
          isPending={isPending}
          isFailed={isFailed}
          isTooSlow={isTooSlow}
        />
        <BoxFooter />
      </Modal.Content>
    </Modal.Root>
  );
}
