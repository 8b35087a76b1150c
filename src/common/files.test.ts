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

describe('replacing a file', () => {
  it.each([
    ['synchronously', 0o644, (file: string, text: string) => replaceFileSync(file, text, 0o644)],
    ['asynchronously', 0o600, replaceFile],
    ['durably', 0o600, replaceFileDurably],
  ])('%s sets the content and the mode, and leaves no draft', async (_, mode, replace) => {
    const file = path.join(folder, 'state.json');
    await replace(file, 'old');
    await replace(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(modeOf(file)).toBe(mode);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('leaves no draft when the new content cannot be written', async () => {
    const file = path.join(folder, 'none', 'state.json');
    await expect(replaceFile(file, 'new')).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});
