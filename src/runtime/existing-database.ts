import { accessSync, constants } from 'node:fs';
import { hasCluster } from './postgres/placement';
import { isSwapping } from './restore/swap';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** Whether the data folder has an embedded database, or one that a restore is replacing. */
export const hasEmbeddedDatabase = ({ dataDir }: Pick<Settings, 'dataDir'>): boolean =>
  hasCluster(dataDir) || isSwapping(dataDir);

/** Throws the error of a folder that is there, but not for this user. */
function assertReadable(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * Asserts, before anything is created, that there is a database: with a wrong DATA_DIR, a command would make a new one and work in that.
 * What DATABASE_URL names is there, or PostgreSQL says so.
 * @throws StartError (exit code 2); the error of a folder that this user may not read
 */
export function assertDatabaseExists({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl) return;
  assertReadable(dataDir);
  if (hasEmbeddedDatabase({ dataDir })) return;
  const message = `There is no database in ${dataDir}. Is DATA_DIR right? The first start of the service creates one; if it is under way, wait until the service answers.`;
  throw new StartError(message, 2);
}
