import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { replaceFile, replaceFileDurably, replaceFileSync } from './files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('a file that is replaced', () => {
  it.each([
    ['at once', 0o644, (file: string, text: string) => replaceFileSync(file, text, 0o644)],
    ['later', 0o600, replaceFile],
    ['on the disk', 0o600, replaceFileDurably],
  ])('has the new content and its mode, and leaves no draft: %s', async (_, mode, replace) => {
    const file = path.join(folder, 'state.json');
    await replace(file, 'old');
    await replace(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(modeOf(file)).toBe(mode);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('stays as it was when the new content cannot be written', async () => {
    const file = path.join(folder, 'none', 'state.json');
    await expect(replaceFile(file, 'new')).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});
