import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeFailure } from './export-error';
import { writeContent, writeDraft } from './file-draft';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-drafts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* content(...parts: (string | Error)[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

describe('an exported file', () => {
  it('gets its name when it is complete, and replaces the existing one', async () => {
    const file = path.join(folder, 'new', 'acts.json');
    const first = await writeDraft(file, content('一', '二'));
    expect(existsSync(file)).toBe(false);
    await first.commit();
    expect([first.bytes, await readFile(file, 'utf8')]).toEqual([6, '一二']);
    const second = await writeDraft(file, content('三'));
    expect(await readFile(file, 'utf8')).toBe('一二');
    await second.commit();
    await second.discard();
    expect(await readFile(file, 'utf8')).toBe('三');
    expect(await readdir(path.dirname(file))).toEqual(['acts.json']);
  });

  it('leaves the existing one and nothing else after an error', async () => {
    const file = path.join(folder, 'acts.json');
    await writeFile(file, 'older');
    await expect(writeDraft(file, content('一', new Error('the database is gone')))).rejects.toThrow(
      'the database is gone',
    );
    const discarded = await writeDraft(file, content('一'));
    await discarded.discard();
    expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['acts.json'], 'older']);
  });

  it('is written in chunks of any size', async () => {
    const file = path.join(folder, 'acts.json');
    const parts = ['x'.repeat(1_000_000), '', '甲'.repeat(300_000), 'y'];
    const draft = await writeDraft(file, content(...parts));
    await draft.commit();
    expect(await readFile(file, 'utf8')).toBe(parts.join(''));
  });

  it('reports a full disk', async () => {
    // Linux has a device that is always full; elsewhere the test imitates the error of the system.
    const isLinux = os.platform() === 'linux';
    const handle = await open(isLinux ? '/dev/full' : path.join(folder, 'full'), 'w');
    const made = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const error = isLinux ? await writeContent(handle, content('x')).catch((reason: unknown) => reason) : made;
    await handle.close();
    expect(describeFailure(error, 'acts.json')).toMatchObject({
      message: 'acts.json could not be written: no space left on the device. Nothing was exported.',
      exitCode: 1,
    });
  });

  it('reports a file or folder in its way', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expect(writeDraft(path.join(folder, 'file', 'acts.json'), content('x'))).rejects.toThrow(
      'acts.json could not be written: a part of its path is a file. Nothing was exported.',
    );
    await mkdir(path.join(folder, 'acts.json'));
    const draft = await writeDraft(path.join(folder, 'acts.json'), content('x'));
    await expect(draft.commit()).rejects.toThrow('acts.json could not be written: a folder has this name.');
    await symlink(path.join(folder, 'nowhere', 'x'), path.join(folder, 'gone'));
    await expect(writeDraft(path.join(folder, 'gone', 'acts.json'), content('x'))).rejects.toThrow();
  });
});
