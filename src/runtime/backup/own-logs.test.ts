import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownLogs } from './own-logs';

const systemIdentifier = '7612345678901234567';

describe('the log in the folders of the database', () => {
  let folder: string;
  const at = (...names: string[]) => path.join(folder, ...names);
  const logs = () => ownLogs(at('postgres'), { systemIdentifier });

  /** The eight bytes of the identifier, after so many others. */
  const identified = (offset: number, identifier = systemIdentifier): Buffer => {
    const bytes = Buffer.alloc(offset + 8);
    bytes.writeBigUInt64LE(BigInt(identifier), offset);
    return bytes;
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-own-logs-'));
    for (const cluster of ['postgres', 'postgres.before-restore-a', 'postgres.before-restore-b']) {
      for (const name of ['global', 'pg_wal']) await mkdir(at(cluster, name), { recursive: true });
      await writeFile(at(cluster, 'global', 'pg_control'), identified(0));
      await writeFile(at(cluster, 'pg_wal', '000000010000000000000002'), identified(24));
      // Not written yet.
      await writeFile(at(cluster, 'pg_wal', '000000010000000000000001'), Buffer.alloc(100));
    }
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('is that of the present one and of those that restores replaced, also if a control file is cut or gone', async () => {
    const all = ['postgres', 'postgres.before-restore-b', 'postgres.before-restore-a'].map((name) =>
      at(name, 'pg_wal'),
    );
    expect(logs()).toEqual(all);
    await truncate(at('postgres', 'global', 'pg_control'), 3);
    await rm(at('postgres.before-restore-a', 'global', 'pg_control'));
    expect(logs()).toEqual(all);
  });

  it('is none of a database that was not backed up here', async () => {
    for (const [name, offset] of [
      ['global/pg_control', 0],
      ['pg_wal/000000010000000000000002', 24],
      ['pg_wal/000000010000000000000001', 24],
    ] as const)
      await writeFile(at('postgres', name), identified(offset, '1'));
    expect(logs()).toEqual([]);
  });
});
