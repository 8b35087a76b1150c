import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { segmentFile } from '../backup/log-places';
import { logSource } from './log-source';

const SEGMENT = '000000010000000000000002';
const HISTORY = '00000002.history';

describe('what PostgreSQL fetches its log with', () => {
  let folder: string;
  const at = (...names: string[]) => path.join(folder, ...names);

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-log-'));
    mkdirSync(at('wal'));
    mkdirSync(at('pg_wal'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Fetches a file; returns the exit code and what arrived. */
  function fetched(name: string, end?: string, undone: string[] = []): [number | null, string | undefined] {
    logSource({ script: at('fetch.sh'), wal: at('wal'), folders: [at('pg_wal')], end, undone });
    const { status } = spawnSync('sh', [at('fetch.sh'), name, at('target')], { stdio: 'ignore' });
    return [status, status === 0 && existsSync(at('target')) ? readFileSync(at('target'), 'utf8') : undefined];
  }

  it('takes a file from the archive, or from the log of the database', () => {
    writeFileSync(at('wal', `${SEGMENT}.gz`), gzipSync('archived'));
    writeFileSync(at('pg_wal', SEGMENT), 'own');
    expect(fetched(SEGMENT)).toEqual([0, 'archived']);
    rmSync(at('wal', `${SEGMENT}.gz`));
    expect(fetched(SEGMENT)).toEqual([0, 'own']);
    rmSync(at('pg_wal', SEGMENT));
    expect(fetched(SEGMENT)).toEqual([1, undefined]);
  });

  it('stops at a damaged segment, which is not the end of the log', () => {
    writeFileSync(at('wal', `${SEGMENT}.gz`), gzipSync('archived').subarray(0, 15));
    writeFileSync(at('pg_wal', SEGMENT), 'own');
    expect(fetched(SEGMENT)).toEqual([130, undefined]);
  });

  it('ends before a given segment, on any timeline and wherever it is', () => {
    for (const timeline of [1, 2]) writeFileSync(at('pg_wal', segmentFile(timeline, 2n)), 'own');
    expect(fetched(SEGMENT, segmentFile(2, 2n))).toEqual([1, undefined]);
    expect(fetched(segmentFile(2, 2n), SEGMENT)).toEqual([1, undefined]);
    expect(fetched(SEGMENT, segmentFile(1, 3n))).toEqual([0, 'own']);
  });

  it('has nothing of what a restore has undone', () => {
    writeFileSync(at('wal', `${SEGMENT}.gz`), gzipSync('undone'));
    writeFileSync(at('pg_wal', segmentFile(2, 2n)), 'own');
    const undone = [SEGMENT, segmentFile(1, 5n)];
    expect(fetched(SEGMENT, undefined, undone)).toEqual([1, undefined]);
    expect(fetched(segmentFile(2, 2n), undefined, undone)).toEqual([0, 'own']);
  });

  it('never says that there is no timeline of which the archive holds anything', () => {
    expect(fetched(HISTORY)).toEqual([1, undefined]);
    const damaged = at('wal', `${HISTORY}.gz`);
    writeFileSync(damaged, gzipSync('archived').subarray(0, 15));
    expect(fetched(HISTORY)).toEqual([0, '']);
    rmSync(damaged);
    writeFileSync(at('wal', '000000020000000000000003.gz'), gzipSync('archived'));
    expect(fetched(HISTORY)).toEqual([0, '']);
    writeFileSync(at('pg_wal', HISTORY), 'own');
    expect(fetched(HISTORY)).toEqual([0, 'own']);
  });
});
