import { ConfirmDialog } from '@strapi/admin/strapi-admin';
import { Dialog } from '@strapi/design-system';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import type { Store } from './store';

/** The id of the text that asks, as long as it does: what it says can change meanwhile; undefined for that of forms. */
export type TextId = Pick<Store<string | undefined>, 'get' | 'subscribe'>;

const DEFAULT: TextId = { get: () => undefined, subscribe: () => () => undefined };

interface Props {
  /** Whether there is something to lose. */
  isChanged: boolean;
  /** Leaves, which loses it. */
  onLeave(): void;
  textId?: TextId;
}

/**
 * Asks before a dialog that holds changes is closed or its page is left, in the words in which forms ask, and before its tab is reloaded
 * or closed.
 * @returns `leave` closes the dialog, if need be after the question; `question` is to be rendered
 */
export function useLeaveQuestion({ isChanged, onLeave, textId }: Props): { leave(): void; question: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  useUnloadQuestion(isChanged);
  return {
    leave: () => (isChanged ? setIsAsking(true) : onLeave()),
    question: (
      <>
        {isAsking && <LeaveQuestion {...(textId && { textId })} onStay={() => setIsAsking(false)} onLeave={onLeave} />}
        {isChanged && <PageQuestion {...(textId && { textId })} />}
      </>
    ),
  };
}

/** How a page is left. */
type Leaving = Parameters<BlockerFunction>[0];

interface PageProps {
  /** Whether there is something to lose at the moment when the page is left. */
  isNeeded?(leaving: Leaving): boolean;
  /** Whether another search in the address is another page, too. */
  hasSearch?: boolean;
  textId?: TextId;
  /** Called after somebody has chosen to leave. */
  onLeave?(): void;
}

/**
 * Asks before another page is shown. Only the latest blocker of the router counts: a form's own one does again once this one is gone.
 */
export function PageQuestion({ isNeeded = () => true, hasSearch = false, textId, onLeave }: PageProps) {
  // The rest of an address may be a part of what the page shows below the dialog.
  const blocker = useBlocker((to) => {
    const [from, next] = [to.currentLocation, to.nextLocation];
    const isOther = from.pathname !== next.pathname || (hasSearch && from.search !== next.search);
    return isOther && isNeeded(to);
  });
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    blocker.proceed();
    onLeave?.();
  };
  return <LeaveQuestion {...(textId && { textId })} onStay={blocker.reset} onLeave={leave} />;
}

interface QuestionProps {
  textId?: TextId;
  onStay(): void;
  onLeave(): void;
}

/** The question whether to lose what is not saved. */
function LeaveQuestion({ textId = DEFAULT, onStay, onLeave }: QuestionProps) {
  const id = useSyncExternalStore(textId.subscribe, textId.get) ?? 'global.prompt.unsaved';
  const { formatMessage } = useIntl();
  // The button that confirms closes the question, too, which must not count as staying.
  const isLeaving = useRef(false);
  const leave = () => {
    isLeaving.current = true;
    onLeave();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen: boolean) => !isOpen && !isLeaving.current && onStay()}>
      <ConfirmDialog onConfirm={leave}>{formatMessage({ id })}</ConfirmDialog>
    </Dialog.Root>
  );
}

/** Lets the browser ask before the tab is reloaded or closed. */
export function useUnloadQuestion(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
