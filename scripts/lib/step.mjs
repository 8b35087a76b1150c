import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from './paths.mjs';

const LINES_SHOWN = 40;

/**
 * Runs a long command and shows the elapsed time; its output goes to a log.
 * @throws Error with the end of the log when the command fails.
 */
export async function runStep({ title, name, command, args, env = process.env }) {
  const logFile = inRoot('.tmp', 'logs', `${name}.log`);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const stopShowing = showProgress(title);
  const code = await run({ command, args, env, stdio: ['ignore', log, log] });
  closeSync(log);
  stopShowing(code === 0);
  if (code === 0) return;
  const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
  throw new Error(`${title}: failed (${code}). The end of ${path.relative(root, logFile)}:\n\n${tail}`);
}

/** Runs a command in the root, forwards signals to it, and returns its exit code. */
export async function run(options) {
  const { code, signal } = await runToEnd(options);
  return code ?? (signal === 'SIGINT' ? 130 : 143);
}

/** Like `run`, but returns the exit code or signal, and whether this process asked the command to end. */
export function runToEnd({ command, args, env = process.env, stdio = 'inherit', onMessage = () => undefined }) {
  const child = spawn(command, args, { cwd: root, env, stdio });
  let isStopRequested = false;
  const requestStop = (signal) => {
    isStopRequested = true;
    child.kill(signal);
  };
  const forwards = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, () => requestStop(signal)]);
  for (const [signal, forward] of forwards) process.on(signal, forward);
  const stopWatching = onParentGone(() => isStopRequested || requestStop('SIGTERM'));
  child.on('message', onMessage);
  return new Promise((resolve) => {
    const end = (code, signal) => {
      stopWatching();
      for (const [name, forward] of forwards) process.off(name, forward);
      resolve({ code, signal, isStopRequested });
    };
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      end(127);
    });
    child.once('exit', end);
  });
}

const parent = process.ppid;

/** Watches for the end of the parent: npm passes a signal to the shell in between, which dies without passing it on. */
function onParentGone(work) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    work();
  }, 500);
  return () => clearInterval(timer);
}

function showProgress(title) {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  const isTerminal = process.stdout.isTTY;
  const show = () =>
    isTerminal ? process.stdout.write(`\r${title} … ${seconds()} `) : console.log(`${title} … ${seconds()}`);
  show();
  const timer = setInterval(show, isTerminal ? 1000 : 10_000);
  return (isDone) => {
    clearInterval(timer);
    console.log(`${isTerminal ? '\r' : ''}${title}: ${isDone ? 'done' : 'failed'} in ${seconds()}    `);
  };
}
