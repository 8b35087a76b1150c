import { rm } from 'node:fs/promises';
import path from 'node:path';
import { distDir } from '../paths';
import { runProgram } from '../run-program';
import { StartError } from '../start-error';

/** What a restored database holds. */
export interface Checked {
  /** The number of records of each resource, by its name. */
  counts: Record<string, number>;
  /** What the integrity report finds odd. */
  warnings: number;
}

const PROGRAM = path.join(distDir, 'src', 'cli', 'restore-check.js');

/**
 * Opens a database as the service would, in a process of its own, counts its records and runs the integrity report.
 * @throws StartError when it cannot be opened.
 */
export async function checkDatabase(url: string, scratch: string): Promise<Checked> {
  // Secrets do not matter here, and those of the data folder are under the lock that we hold.
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    DATABASE_READ_URL: '',
    DATA_DIR: scratch,
    NODE_ENV: 'development',
  };
  try {
    const { code, out, errors } = await runProgram(PROGRAM, environment);
    if (code !== 0) throw new StartError(`The restored database cannot be opened:\n${errors.trim() || out.trim()}`);
    return JSON.parse(out.trim().split('\n').at(-1) ?? '') as Checked;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
