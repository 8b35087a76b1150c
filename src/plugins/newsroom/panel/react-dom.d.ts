declare module 'react-dom' {
  /** Draws something elsewhere in the document. */
  export function createPortal(drawn: import('react').ReactNode, place: Element): import('react').ReactPortal;
  /** Renders what changes at once, its effects too. */
  export function flushSync(change: () => void): void;
}
