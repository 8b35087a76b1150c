import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assertDatabaseExists } from './existing-database';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-data-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a command', () => {
  it('refuses a data folder without a database, and does not make it', () => {
    const dataDir = path.join(folder, 'wrong');
    expect(() => assertDatabaseExists({ dataDir, databaseUrl: undefined })).toThrow(
      `There is no database in ${dataDir}. Is DATA_DIR right?`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('works with the database of the folder, or of DATABASE_URL', () => {
    assertDatabaseExists({ dataDir: path.join(folder, 'wrong'), databaseUrl: 'postgresql://127.0.0.1/rostra' });
    mkdirSync(path.join(folder, 'postgres'));
    writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '18\n');
    assertDatabaseExists({ dataDir: folder, databaseUrl: undefined });
  });
});
