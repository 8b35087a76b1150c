/** Strapi's own answer to Ctrl-C ends the process before the database is given back, and collides with ours. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Does `work` and takes off the process what it has put there for signals. Checked with Strapi 5.54.0 (`createStrapi`). */
export function withoutSignalHandlers<T>(work: () => T): T {
  const before = SIGNALS.flatMap((signal) => process.listeners(signal));
  const result = work();
  for (const signal of SIGNALS) {
    for (const added of process.listeners(signal)) if (!before.includes(added)) process.off(signal, added);
  }
  return result;
}

/**
 * Does `work` and keeps it from taking every listener off the process, since a signal must still find ours. Checked with
 * Strapi 5.54.0 (`strapi.destroy`).
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
