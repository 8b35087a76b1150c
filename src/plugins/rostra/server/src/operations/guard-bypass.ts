import { AsyncLocalStorage } from 'node:async_hooks';

const bypass = new AsyncLocalStorage<true>();

/** Runs writes whose input an operation has checked: the guard of the document service does not check it again. */
export const bypassGuard = <T>(work: () => Promise<T>): Promise<T> => bypass.run(true, work);

/** Whether the current write runs within `bypassGuard`. */
export const isGuardBypassed = (): boolean => bypass.getStore() ?? false;
