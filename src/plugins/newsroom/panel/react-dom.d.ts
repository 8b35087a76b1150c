declare module 'react-dom' {
  /** Renders children into another element of the document. */
  export function createPortal(children: import('react').ReactNode, container: Element): import('react').ReactPortal;
  /** Applies state changes, with their effects, synchronously. */
  export function flushSync(change: () => void): void;
}
