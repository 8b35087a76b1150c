import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Placement } from './placement';
import { clearStaleLockOwner, recordedPostmaster, runningPostmaster } from './postmaster';

describe('the lock file of a killed server', () => {
  const cluster = mkdtempSync(path.join(os.tmpdir(), 'rostra-cluster-'));
  const file = path.join(cluster, 'postmaster.pid');
  const placement: Placement = { dataDir: cluster, cluster, native: '', logFile: '', owner: undefined };
  const written = (pid: number) =>
    [pid, cluster, '1795238960', '40413', '', '127.0.0.1', ' 8388 4', 'ready', ''].join('\n');
  afterAll(() => rmSync(cluster, { recursive: true }));

  it('does not count as a server when its process id belongs to another program', () => {
    writeFileSync(file, written(process.ppid));
    expect(runningPostmaster(placement)).toBeUndefined();
  });

  it('loses that process id, and keeps the rest', () => {
    clearStaleLockOwner(placement);
    expect(readFileSync(file, 'utf8')).toBe(written(2_147_483_646));
  });

  it('still has the port', () => {
    expect(recordedPostmaster(placement)?.port).toBe(40413);
  });
});
