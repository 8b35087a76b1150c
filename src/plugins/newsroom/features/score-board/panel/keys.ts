import type { CellsInForm } from './use-cells';
import type { Editing } from './use-editing';

type KeyEvent = React.KeyboardEvent;

/** Handles a key in the grid while nobody types. Stops the propagation of handled keys, so that Enter does not submit the form. */
export function onGridKey(event: KeyEvent, editing: Editing, cells: CellsInForm, isDisabled: boolean): void {
  if (event.altKey) return;
  const work = (isDisabled ? undefined : changeOf(event, editing, cells)) ?? cancelOf(event, editing);
  if (work) consume(event, work);
  else if (editing.move(event)) consume(event, () => undefined);
}

function changeOf(event: KeyEvent, editing: Editing, { undo, redo }: CellsInForm): (() => void) | undefined {
  const { key, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') return shiftKey ? redo : undo;
    return letter === 'y' ? redo : undefined;
  }
  if (key === 'Delete' || key === 'Backspace') return editing.clear;
  if (key === 'F2') return () => editing.begin();
  const typed = textOf(event);
  return typed === undefined ? undefined : () => editing.begin(typed);
}

const cancelOf = ({ key }: KeyEvent, editing: Editing) => (key === 'Escape' ? editing.cancel : undefined);

/** Handles a key while a score is typed. Returns whether the focus must return to the grid. */
export function onDraftKey(event: KeyEvent, editing: Editing, isReplacing: boolean): boolean {
  event.stopPropagation();
  if (event.nativeEvent.isComposing) return false;
  if (event.key === 'Escape') {
    consume(event, editing.cancel);
    return true;
  }
  if (!endsTyping(event.key, isReplacing)) return false;
  const isCommitted = editing.commit();
  const hasMoved = isCommitted && editing.move(event);
  if (!isCommitted || hasMoved) consume(event, () => undefined);
  return hasMoved;
}

const endsTyping = (key: string, isReplacing: boolean): boolean =>
  ['Enter', 'Tab', 'ArrowUp', 'ArrowDown'].includes(key) || (isReplacing && key.startsWith('Arrow'));

/** Returns the text that a key types, including digits while a Chinese input method is active. */
function textOf({ key, code, nativeEvent }: KeyEvent): string | undefined {
  if (key.length === 1 && key !== ' ') return key;
  if (key !== 'Process' && !nativeEvent.isComposing) return undefined;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit ?? (code === 'Minus' || code === 'NumpadSubtract' ? '-' : undefined);
}

function consume(event: KeyEvent, work: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  work();
}
