import { assertStrapiHas } from './assert-strapi-has';

/** The signals that Strapi handles: it would end the process before the database is released. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `work`, which must not wait, and keeps it from handling signals. To remove its handlers afterwards would be too late: a signal that came
 * meanwhile would be lost, because it is delivered after `work`. Checked with Strapi 5.54.0 (`createStrapi`, which calls `process.on`).
 */
export function withoutSignalHandlers<T>(work: () => T): T {
  const { on } = process;
  process.on = ((event: string, listener: () => void) =>
    SIGNALS.some((signal) => signal === event) ? process : on.call(process, event, listener)) as typeof on;
  try {
    return work();
  } finally {
    process.on = on;
  }
}

/**
 * Runs `work` and keeps it from removing all listeners of the process, because ours must still handle signals. Checked with Strapi
 * 5.54.0 (`strapi.destroy`).
 */
export async function preserveListeners(work: () => Promise<void>): Promise<void> {
  const { removeAllListeners } = process;
  process.removeAllListeners = () => process;
  try {
    await work();
  } finally {
    process.removeAllListeners = removeAllListeners;
  }
}

/**
 * Lets a signal end Strapi's own commands while they load. Strapi would destroy what is loaded half, which fails with a stack
 * trace, or end with exit code 0. Checked with Strapi 5.54.0.
 * @throws StartError when @strapi/core creates services in another way
 */
export function endAtSignals(core: { createStrapi?: (...args: unknown[]) => unknown }): void {
  const { createStrapi } = core;
  assertStrapiHas(createStrapi, 'function createStrapi in @strapi/core');
  core.createStrapi = (...args) => withoutSignalHandlers(() => createStrapi(...args));
}
