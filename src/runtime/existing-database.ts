import { hasCluster } from './postgres/placement';
import { isSwapping } from './restore/swap';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** Whether the data folder has an embedded database, or one that a restore is replacing. */
export const hasEmbeddedDatabase = ({ dataDir }: Pick<Settings, 'dataDir'>): boolean =>
  hasCluster(dataDir) || isSwapping(dataDir);

/**
 * Asserts, before anything is created, that there is a database: with a wrong DATA_DIR, a command would make a new one and work in that.
 * What DATABASE_URL names is there, or PostgreSQL says so.
 * @throws StartError (exit code 2)
 */
export function assertDatabaseExists({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl || hasEmbeddedDatabase({ dataDir })) return;
  const message = `There is no database in ${dataDir}. Is DATA_DIR right? The first start of the service creates one.`;
  throw new StartError(message, 2);
}
