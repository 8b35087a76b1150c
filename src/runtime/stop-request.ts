/** Ctrl-C reaches a process from the terminal and, a moment later, from npm and `npm run up`: that is one request. */
const ONE_REQUEST_MS = 1000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first signal, or when the process that started this one (`npm run up`, `npm start`) is gone.
 * A later second signal ends the process at once.
 */
export function onStopRequest(stop: () => void): void {
  let requestedAt: number | undefined;
  const request = () => {
    if (requestedAt === undefined) {
      requestedAt = Date.now();
      stop();
    } else if (Date.now() - requestedAt > ONE_REQUEST_MS) {
      process.exit(1);
    }
  };
  for (const signal of SIGNALS) process.on(signal, request);
  process.once('disconnect', request);
  if (process.env.npm_lifecycle_event === 'start') onParentGone(request);
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
