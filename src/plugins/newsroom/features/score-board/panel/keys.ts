import type { CellsInForm } from './use-cells';
import type { Editing } from './use-editing';

type KeyEvent = React.KeyboardEvent;

/** What a key does in the grid while nothing is being typed. Handled keys go no further, so that no form is sent. */
export function onGridKey(event: KeyEvent, editing: Editing, cells: CellsInForm, isDisabled: boolean): void {
  if (event.altKey) return;
  const work = (isDisabled ? undefined : changeOf(event, editing, cells)) ?? otherOf(event, editing);
  if (work) handled(event, work);
  else if (editing.move(event)) handled(event, () => undefined);
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
  const typed = typedIn(event);
  return typed === undefined ? undefined : () => editing.begin(typed);
}

const otherOf = ({ key }: KeyEvent, editing: Editing) => (key === 'Escape' ? editing.cancel : undefined);

/** What a key does while a score is being typed; answers whether the grid has the focus again. */
export function onDraftKey(event: KeyEvent, editing: Editing, isReplacing: boolean): boolean {
  event.stopPropagation();
  if (event.nativeEvent.isComposing) return false;
  if (event.key === 'Escape') {
    handled(event, editing.cancel);
    return true;
  }
  if (!endsTyping(event.key, isReplacing)) return false;
  const isKept = editing.keep();
  const isBack = isKept && editing.move(event);
  if (!isKept || isBack) handled(event, () => undefined);
  return isBack;
}

const endsTyping = (key: string, isReplacing: boolean): boolean =>
  ['Enter', 'Tab', 'ArrowUp', 'ArrowDown'].includes(key) || (isReplacing && key.startsWith('Arrow'));

/** The text that a key types; digits, too, while an input method for Chinese is on. */
function typedIn({ key, code, nativeEvent }: KeyEvent): string | undefined {
  if (key.length === 1 && key !== ' ') return key;
  if (key !== 'Process' && !nativeEvent.isComposing) return undefined;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit ?? (code === 'Minus' || code === 'NumpadSubtract' ? '-' : undefined);
}

function handled(event: KeyEvent, work: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  work();
}
