import { rm } from 'node:fs/promises';
import path from 'node:path';
import { distDir } from '../paths';
import { runProgram } from '../run-program';
import { StartError } from '../start-error';

/** The content of a restored database. */
export interface DatabaseContent {
  /** The number of records by resource name. */
  counts: Record<string, number>;
  /** The number of warnings in the integrity report. */
  warnings: number;
}

const PROGRAM = path.join(distDir, 'src', 'cli', 'restore-check.js');

/**
 * Opens a database as the service would, in its own process, counts its records and runs the integrity report.
 * @throws StartError when it cannot be opened.
 */
export async function checkDatabase(url: string, scratch: string): Promise<DatabaseContent> {
  // Secrets do not matter here, and this process holds the lock of the data folder's.
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    DATABASE_READ_URL: '',
    DATA_DIR: scratch,
    NODE_ENV: 'development',
  };
  try {
    const { code, out, errors } = await runProgram(process.execPath, [PROGRAM], { env: environment });
    if (code !== 0) throw new StartError(`The restored database cannot be opened:\n${errors.trim() || out.trim()}`);
    return JSON.parse(out.trim().split('\n').at(-1) ?? '') as DatabaseContent;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
