/** A warning of Node.js; those of deprecations have a code. */
type Warning = Error & { code?: string; detail?: string };

/** Writes warnings of Node.js as lines of the log, instead of beside it: log collectors parse every line. Not those that Node.js is told not to write. */
export function logWarnings(log: (line: string) => void): void {
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, stack, code, detail }: Warning) =>
    log([code && `[${code}]`, stack ?? `${name}: ${message}`, detail].filter(Boolean).join(' ')),
  );
}
