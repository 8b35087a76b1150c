import { AsyncLocalStorage } from 'node:async_hooks';

const marks = new AsyncLocalStorage<{ isChecked: true }>();

/** Runs writes whose input has been checked already, so that the guard of the document service need not do it again. */
export const whileChecked = <T>(work: () => Promise<T>): Promise<T> => marks.run({ isChecked: true }, work);

/** Whether the current write comes from an operation that has checked it. */
export const isChecked = (): boolean => marks.getStore()?.isChecked ?? false;
