import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from './paths.mjs';

const FILE = inRoot('.tmp', 'build.lock');

/** Runs work that one process at a time may do in this clone (installing, building). A dead process's lock does not count. */
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
    if (holder && isGone(holder)) {
      rmSync(FILE, { force: true });
      continue;
    }
    if (isFirst) console.log(`Waiting for process ${holder ?? '?'}, which installs or builds here …`);
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

function holderOf() {
  try {
    return Number(readFileSync(FILE, 'utf8'));
  } catch {
    return undefined;
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
