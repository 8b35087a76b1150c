/** Writes warnings of Node.js as lines of the log, instead of beside it: log collectors parse every line. */
export function logWarnings(log: (line: string) => void): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log(warning.stack ?? String(warning)));
}
