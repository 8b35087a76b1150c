import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Placement } from './placement';
import { disownStaleLock, livingPostmaster, notedPostmaster } from './postmaster';

describe('the lock file of a killed server', () => {
  const cluster = mkdtempSync(path.join(os.tmpdir(), 'rostra-cluster-'));
  const file = path.join(cluster, 'postmaster.pid');
  const placement: Placement = { dataDir: cluster, cluster, native: '', logFile: '', owner: undefined };
  const written = (pid: number) =>
    [pid, cluster, '1795238960', '40413', '', '127.0.0.1', ' 8388 4', 'ready', ''].join('\n');
  afterAll(() => rmSync(cluster, { recursive: true }));

  it('is not taken for a server when its number belongs to another program', () => {
    writeFileSync(file, written(process.ppid));
    expect(livingPostmaster(placement)).toBeUndefined();
  });

  it('is disowned then, the rest of it kept', () => {
    disownStaleLock(placement);
    expect(readFileSync(file, 'utf8')).toBe(written(2_147_483_646));
  });

  it('still tells the port', () => {
    expect(notedPostmaster(placement)?.port).toBe(40413);
  });
});
