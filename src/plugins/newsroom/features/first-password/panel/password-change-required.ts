/** Message of the service's refusals to a person who must change their password first. */
const REQUIRED = 'PASSWORD_CHANGE_REQUIRED';

interface Rejected {
  payload?: { message?: string };
}

let isRequired = false;
const listeners = new Set<() => void>();

/** Whether the service demands a new password: a store for `useSyncExternalStore`. */
export const passwordChangeRequired = {
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

/** Redux middleware: watches for these refusals. All requests of the panel pass through Strapi's store. */
export const passwordChangeMiddleware =
  () =>
  () =>
  (next: (action: unknown) => unknown) =>
  (action: unknown): unknown => {
    if ((action as Rejected | undefined)?.payload?.message === REQUIRED)
      setTimeout(() => passwordChangeRequired.set(true), 0);
    return next(action);
  };
