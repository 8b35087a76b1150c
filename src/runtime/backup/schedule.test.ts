import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MANIFEST, manifestText } from './manifest';
import { isDue, jobsOf } from './schedule';

const HOUR = 3_600_000;

describe('what a service does with backups regularly', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'rostra-schedule-'));
  });

  afterEach(() => rm(dataDir, { recursive: true }));

  /** Writes the manifest of a backup that ended before so many hours. */
  async function writeBackup(hours: number): Promise<void> {
    const name = `${hours} hours`;
    const endedAt = new Date(Date.now() - hours * HOUR).toISOString();
    const folder = path.join(dataDir, 'backups', 'base', name);
    await mkdir(folder, { recursive: true });
    const manifest = {
      name,
      begunAt: endedAt,
      endedAt,
      startLsn: '0/2000028',
      stopLsn: '0/2000120',
      startSegment: '000000010000000000000002',
      timeline: 1,
      systemIdentifier: '7612345678901234567',
      postgresMajor: 18,
      rostraVersion: '0.1.0',
      files: 0,
      bytes: 0,
      others: '',
    };
    await writeFile(path.join(folder, MANIFEST), manifestText(manifest));
  }

  const due = (backupEveryHours: number, backupVerifyHours: number) => {
    const root = path.join(dataDir, 'backups');
    const folders = { root, base: path.join(root, 'base'), wal: path.join(root, 'wal') };
    return jobsOf({ backupEveryHours, backupVerifyHours, dataDir }, folders)
      .filter(isDue)
      .map(({ args }) => args);
  };

  it('is a backup when there is none, and then no verification', () => {
    expect([due(1, 1), due(0, 1)]).toEqual([[[]], []]);
  });

  it('is a backup when the newest is too old, and a verification of what is kept', async () => {
    await writeBackup(30);
    await writeBackup(5);
    expect([due(6, 40), due(5, 30), due(4, 0), due(0, 24)]).toEqual([[], [[], ['--verify']], [[]], [['--verify']]]);
  });
});
