import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInUse, registerUser, unregisterUser } from './users';

describe('the users of the embedded server', () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rostra-users-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('are none at first', () => {
    expect(isInUse(dataDir)).toBe(false);
  });

  it('come and go', () => {
    registerUser(dataDir);
    expect(isInUse(dataDir)).toBe(true);
    unregisterUser(dataDir);
    expect(isInUse(dataDir)).toBe(false);
  });

  it('do not count when their process id now belongs to another process', () => {
    writeFileSync(path.join(dataDir, 'postgres-users', String(process.ppid)), 'started long ago');
    expect(isInUse(dataDir)).toBe(false);
  });
});
