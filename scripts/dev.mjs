// npm run dev: serves, restarts the server when one of its sources changes, and hot-reloads the admin panel. Checks no types.
// Arguments go to the Node.js of the server: npm run dev -- --inspect
import path from 'node:path';
import { root } from './lib/paths.mjs';
import { makeReady } from './lib/ready.mjs';
import { runToEnd } from './lib/step.mjs';

/** How long to wait for more changes after one, in milliseconds: an editor or git writes several files. */
const QUIET = 200;

// Needs packages that `makeReady` may have to install first.
const compiler = () => import('./lib/transpile.mjs');
await makeReady({ admin: false, server: async () => (await compiler()).transpileAll() });
const { transpile, isCompiled, FOLDERS } = await compiler();
const { watch } = await import('chokidar');

/** Paths from the root that have changed since the server was last restarted. */
const changed = new Set();
let service;
let timer;
let restart = () => undefined;

watch(FOLDERS, { cwd: root, ignoreInitial: true }).on('all', (_event, given) => {
  const file = given.split(path.sep).join('/');
  if (!isCompiled(file)) return;
  changed.add(file);
  clearTimeout(timer);
  timer = setTimeout(apply, QUIET);
});

for (;;) {
  let isRestart = false;
  const restartRequest = new Promise((resolve) => {
    restart = () => {
      isRestart = true;
      service?.kill('SIGTERM');
      resolve();
    };
  });
  const { isStopRequested, code } = await runToEnd({
    command: process.execPath,
    args: ['--enable-source-maps', ...process.argv.slice(2), 'dist/src/cli/serve.js', '--watch-panel'],
    // Through the channel the service learns when this process is killed, and stops too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    onStart: (child) => {
      service = child;
    },
  });
  service = undefined;
  if (isStopRequested) process.exit(code ?? 1);
  if (isRestart) continue;
  console.error(`\nThe service has ended (${code}). It starts again when you change a source.`);
  await restartRequest;
}

/** Transpiles what has changed and restarts; a file that does not parse leaves the running service alone. */
async function apply() {
  const files = [...changed];
  try {
    await transpile(files);
  } catch (error) {
    // What follows is a stack of the compiler itself.
    const [message] = error.message.split(/\n+Caused by:/);
    console.error(`\n${message}\n\nThe service keeps running without this change.`);
    return;
  }
  for (const file of files) changed.delete(file);
  console.log(`\nChanged: ${files.join(', ')}. Restarting …`);
  restart();
}
