/** How often a form says that it is open, in milliseconds. */
const INTERVAL_MS = 10_000;

// In a web worker: browsers let the timers of a page that is hidden for five minutes run once a minute.
setInterval(() => self.postMessage(undefined), INTERVAL_MS);
