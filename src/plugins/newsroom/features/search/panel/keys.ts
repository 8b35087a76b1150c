/** Whether the person's computer has a ⌘ key, which stands for Ctrl there. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** How the keys are named on the person's computer, and to assistive technology. */
export const keyNames = (): { box: string; tab: string; shortcut: string } =>
  isApple() ? { box: '⌘K', tab: '⌘↵', shortcut: 'Meta+K' } : { box: 'Ctrl K', tab: 'Ctrl ↵', shortcut: 'Control+K' };

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Whether these keys open the search box. Where a key writes no Latin letter, as with Zhuyin, its place counts. With ⌘, Ctrl-K is left to text
 * fields, where it deletes the rest of a line.
 */
export function isBoxKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Keys, hasCommand = isApple()): boolean {
  const [wanted, other] = hasCommand ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (!wanted || other || altKey || shiftKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}

/** The code of a key that an input method has taken. */
const TAKEN = 229;

/** Whether an input method takes this key; in Safari, the one that ends a composition comes after that. */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === TAKEN;
