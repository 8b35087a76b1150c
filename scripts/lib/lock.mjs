import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

const FILE = inRoot('.tmp', 'build.lock');
/** Within this time, a process that created the file has written its id into it, and others have read it. */
const SETTLED_MS = 1000;

/** Runs work in one process at a time per clone (installing, building). The lock of a dead process does not count. */
export async function withLock(work) {
  await acquire();
  const release = () => rmSync(FILE, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  mkdirSync(path.dirname(FILE), { recursive: true });
  for (let isFirst = true; !tryLock(); isFirst = false) {
    const holder = holderOf();
    if (holder !== undefined && isGone(holder)) {
      if (await takeOver()) return;
      continue;
    }
    if (isFirst) console.log(`Waiting for process ${holder ?? '?'}, which is using or building this clone …`);
    await pause(500);
  }
}

function tryLock() {
  try {
    writeFileSync(FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Several processes may take over an abandoned lock at once; the last one to write its id wins. */
async function takeOver() {
  writeFileSync(FILE, String(process.pid));
  await pause(SETTLED_MS);
  return holderOf() === process.pid;
}

/** The process holding the lock; undefined if there is none or its id is just being written, 0 if it never was. */
function holderOf() {
  try {
    const pid = Number(readFileSync(FILE, 'utf8'));
    return pid > 0 || Date.now() - statSync(FILE).mtimeMs > SETTLED_MS ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isGone(pid) {
  if (!(pid > 0)) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
