import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BackupFolders } from './folders';
import { liveTimelines, recordTimeline } from './timelines';

describe('the list of timelines', () => {
  let folders: BackupFolders;

  beforeEach(async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'rostra-timelines-'));
    folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
  });

  afterEach(() => rm(folders.root, { recursive: true }));

  it('begins with the timeline before a restore, if it was moved away', async () => {
    const [at, later] = ['2026-11-21T14:03:00.000Z', '2026-11-21T15:00:00.000Z'];
    await recordTimeline(folders, 3, at, 2);
    expect(liveTimelines(folders)).toEqual([
      { timeline: 2, since: '1970-01-01T00:00:00.000Z' },
      { timeline: 3, since: at },
    ]);
    await recordTimeline(folders, 3, later, 2);
    await recordTimeline(folders, 4, later, 3);
    expect(liveTimelines(folders).map(({ timeline }) => timeline)).toEqual([2, 3, 4]);
  });

  it('is named where it is damaged, with what to do', async () => {
    await writeFile(path.join(folders.root, 'timelines.json'), '[{');
    expect(() => liveTimelines(folders)).toThrow(/timelines\.json is damaged: .*docs\/backups\.md/);
  });
});
