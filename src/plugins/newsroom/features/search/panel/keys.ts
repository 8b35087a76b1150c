/** Whether the person's computer has a ⌘ key, which stands for Ctrl there. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** How the keys are named on the person's computer. */
export const keyNames = (): { box: string; tab: string } =>
  isApple() ? { box: '⌘K', tab: '⌘↵' } : { box: 'Ctrl K', tab: 'Ctrl ↵' };

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether these keys open the search box. Where a key writes no Latin letter, as with Zhuyin, its place counts. */
export function isBoxKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  if (ctrlKey === metaKey || altKey || shiftKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}
