import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { enter, isInUse, leave } from './users';

describe('the users of the embedded server', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-users-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('are none at first', () => {
    expect(isInUse(dataDir)).toBe(false);
  });

  it('come and go', () => {
    enter(dataDir);
    expect(isInUse(dataDir)).toBe(true);
    leave(dataDir);
    expect(isInUse(dataDir)).toBe(false);
  });

  it('do not count when their number belongs to another process by now', () => {
    writeFileSync(path.join(dataDir, 'postgres-users', String(process.ppid)), 'started long ago');
    expect(isInUse(dataDir)).toBe(false);
  });
});
