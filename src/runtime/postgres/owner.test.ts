import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter } from './owner';

describe('whether a user can enter a folder', () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'rostra-home-'));
  const inner = path.join(home, 'clone', '.data');
  mkdirSync(inner, { recursive: true });
  const { uid, gid } = statSync(home);
  const stranger = { uid: uid + 1, gid: gid + 1 };
  afterAll(() => rmSync(home, { recursive: true }));

  it('depends on every folder above it', () => {
    chmodSync(home, 0o700);
    expect(canEnter(inner, stranger)).toBe(false);
    chmodSync(home, 0o711);
    expect(canEnter(inner, stranger)).toBe(true);
  });

  it('does not depend on folders that do not exist yet', () => {
    expect(canEnter(path.join(inner, 'later'), stranger)).toBe(true);
  });

  it('differs for the owner and the group', () => {
    chmodSync(home, 0o710);
    expect(canEnter(inner, { uid, gid: gid + 1 })).toBe(true);
    expect(canEnter(inner, { uid: uid + 1, gid })).toBe(true);
    expect(canEnter(inner, stranger)).toBe(false);
  });
});
