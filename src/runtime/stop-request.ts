/** Ctrl-C reaches a process from the terminal and, a moment later, from npm and `npm run up`: that is one request. */
const ONE_REQUEST_MS = 1000;

/** The exit codes that shells give to a process ended by a signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let isRequested = false;

/** Whether this process has been told to stop: whoever asked for that with `onStopRequest` ends it. */
export const isStopRequested = (): boolean => isRequested;

/**
 * Calls `stop`, with the exit code that is usual, on the first signal, or when the process that started this one
 * (`npm run up`, `npm start`) is gone.
 * A later second signal ends the process at once.
 */
export function onStopRequest(stop: (exitCode: number) => unknown): void {
  let requestedAt: number | undefined;
  const request = (exitCode: number) => {
    if (requestedAt === undefined) {
      requestedAt = Date.now();
      isRequested = true;
      stop(exitCode);
    } else if (Date.now() - requestedAt > ONE_REQUEST_MS) {
      process.exit(exitCode);
    }
  };
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => request(exitCode));
  // Who has told us to stop may be gone before we are: that asks for nothing more.
  const gone = () => (requestedAt === undefined ? request(SIGNALS.SIGTERM) : undefined);
  process.once('disconnect', gone);
  if (process.env.npm_lifecycle_event === 'start') onParentGone(gone);
}

/** npm passes a signal to the shell between it and us, which dies of it and tells us nothing. */
function onParentGone(work: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    work();
  }, 500);
  timer.unref();
}
