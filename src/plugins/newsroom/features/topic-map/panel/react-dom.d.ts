declare module 'react-dom' {
  /** Renders what changes at once, its effects too. */
  export function flushSync(change: () => void): void;
}
