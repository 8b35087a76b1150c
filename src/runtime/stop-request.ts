/** Ctrl-C reaches a process from the terminal and, a moment later, from npm and `npm run up`: both are one request. */
const ONE_REQUEST_MS = 1000;

/** The exit codes that shells use for a process ended by a signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let isRequested = false;

/** Whether this process was asked to stop; callbacks of `onStopRequest` end it. */
export const isStopRequested = (): boolean => isRequested;

/**
 * Calls `stop` with the usual exit code and the reason on the first signal, or when the parent process (`npm run up`, `npm start`)
 * has ended. A second signal later ends the process immediately.
 */
export function onStopRequest(stop: (exitCode: number, reason: string) => unknown): void {
  let requestedAt: number | undefined;
  const request = (exitCode: number, reason: string) => {
    if (requestedAt === undefined) {
      requestedAt = Date.now();
      isRequested = true;
      stop(exitCode, reason);
    } else if (Date.now() - requestedAt > ONE_REQUEST_MS) {
      process.exit(exitCode);
    }
  };
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => request(exitCode, signal));
  // After a stop request, the end of the parent is expected.
  const onGone = () =>
    requestedAt === undefined ? request(SIGNALS.SIGTERM, 'the process that started this one has ended') : undefined;
  process.once('disconnect', onGone);
  // Listening must not keep a command alive that has done its work.
  process.channel?.unref();
  if (process.env.npm_lifecycle_event === 'start') onParentGone(onGone);
}

/** Watches for the end of the parent: npm passes a signal to the shell in between, which dies without passing it on. */
function onParentGone(work: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    work();
  }, 500);
  timer.unref();
}
