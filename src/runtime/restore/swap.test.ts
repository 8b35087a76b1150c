import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { finishSwap } from './swap';

describe('a swap that was cut off', () => {
  let dataDir: string;
  const at = (...names: string[]) => path.join(dataDir, ...names);
  const place = () => ({
    placement: { dataDir, cluster: at('postgres'), native: '', logFile: '', owner: undefined },
    folders: { root: at('backups'), base: at('backups', 'base'), wal: at('backups', 'wal') },
  });

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'rostra-swap-'));
    for (const [name, version] of [
      ['postgres', 'old'],
      ['postgres.restoring', 'new'],
    ] as const) {
      await mkdir(at(name));
      await writeFile(at(name, 'PG_VERSION'), version);
    }
    await mkdir(at('backups', 'base', 'a'), { recursive: true });
    const rest = { source: at('backups', 'base', 'a'), timeline: 3, former: 2, damaged: [] };
    await writeFile(
      at('restore.json'),
      JSON.stringify({ draft: at('postgres.restoring'), aside: at('postgres.old'), rest }),
    );
  });

  afterEach(() => rm(dataDir, { recursive: true }));

  it('is finished, with what belongs to it', async () => {
    await finishSwap(place());
    expect((await readdir(dataDir)).sort()).toEqual(['backups', 'postgres', 'postgres.old']);
    expect(await readFile(at('postgres', 'PG_VERSION'), 'utf8')).toBe('new');
    const known = JSON.parse(await readFile(at('backups', 'timelines.json'), 'utf8'));
    expect(known).toEqual([
      { timeline: 2, since: '1970-01-01T00:00:00.000Z' },
      { timeline: 3, since: expect.any(String) },
    ]);
  });

  it('is finished as far as it can be while the backups are away, and later whole', async () => {
    await rename(at('backups'), at('away'));
    const said: string[] = [];
    await finishSwap(place(), (line) => said.push(line));
    expect([said, await readFile(at('postgres', 'PG_VERSION'), 'utf8')]).toEqual([
      [expect.stringContaining('is not there')],
      'new',
    ]);
    await rename(at('away'), at('backups'));
    await finishSwap(place());
    expect([existsSync(at('restore.json')), existsSync(at('backups', 'timelines.json'))]).toEqual([false, true]);
    expect(await readFile(at('postgres.old', 'PG_VERSION'), 'utf8')).toBe('old');
  });
});
