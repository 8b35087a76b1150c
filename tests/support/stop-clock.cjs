// A test loads this into a service: timers that take as many ms as `HELD_TIMERS` names end when the test sends that number, and idle
// connections stay until the service closes them.
const http = require('node:http');
const promises = require('node:timers/promises');
const { promisify } = require('node:util');

/** A month, in ms. */
const LONG = 2 ** 31 - 1;
/** By duration: what to do at the end, by timer. */
const held = new Map(process.env.HELD_TIMERS.split(',').map((ms) => [Number(ms), new Map()]));
const { setTimeout: start, clearTimeout: clear } = globalThis;
const { setTimeout: pause } = promises;
const { createServer } = http;

globalThis.setTimeout = (work, ms, ...rest) => {
  if (!held.has(ms)) return start(work, ms, ...rest);
  const timer = start(() => undefined, LONG);
  held.get(ms).set(timer, () => work(...rest));
  return timer;
};
globalThis.clearTimeout = (timer) => {
  for (const timers of held.values()) timers.delete(timer);
  clear(timer);
};
promises.setTimeout = (ms, value, options) =>
  held.has(ms) ? new Promise((resolve) => globalThis.setTimeout(resolve, ms, value)) : pause(ms, value, options);
globalThis.setTimeout[promisify.custom] = promises.setTimeout;
http.createServer = (options, ...rest) => createServer({ ...options, keepAliveTimeout: 0 }, ...rest);

// Without the test, nobody would end its timers.
process.on('disconnect', () => process.exit(1));
process.on('message', (ms) => {
  for (const [timer, end] of held.get(ms) ?? []) {
    globalThis.clearTimeout(timer);
    end();
  }
});
