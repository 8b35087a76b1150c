declare module 'react-dom' {
  /** Draws something elsewhere in the document. */
  export function createPortal(drawn: import('react').ReactNode, place: Element): import('react').ReactPortal;
}
