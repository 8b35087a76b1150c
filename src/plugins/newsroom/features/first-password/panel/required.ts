/** What the service answers to who must change their password first. */
const REQUIRED = 'PASSWORD_CHANGE_REQUIRED';

interface Rejected {
  payload?: { message?: string };
}

let isRequired = false;
const listeners = new Set<() => void>();

/** Whether a new password is asked for, for `useSyncExternalStore`. */
export const required = {
  get: (): boolean => isRequired,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set: (value: boolean): void => {
    if (isRequired === value) return;
    isRequired = value;
    for (const listener of listeners) listener();
  },
};

/** Sees the service's refusals pass, whichever part of the panel has asked: all go through Strapi's store. */
export const watchRequired =
  () =>
  () =>
  (next: (action: unknown) => unknown) =>
  (action: unknown): unknown => {
    if ((action as Rejected | undefined)?.payload?.message === REQUIRED) setTimeout(() => required.set(true), 0);
    return next(action);
  };
