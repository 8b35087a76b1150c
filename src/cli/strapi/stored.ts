import { connectionOptions } from '../../runtime/database-url';
import { hasEmbeddedDatabase } from '../../runtime/existing-database';
import { withClient } from '../../runtime/pg-client';
import type { Settings } from '../../runtime/settings';
import { StartError } from '../../runtime/start-error';

/**
 * Asserts, before anything is created, that there is a service to copy: the start would make a new one, and its copy would be empty.
 * @throws StartError when the data folder has no database, or that of DATABASE_URL holds no service
 */
export async function assertDatabase({ dataDir, databaseUrl }: Settings): Promise<void> {
  if (databaseUrl) return assertTables(databaseUrl, 'The database of DATABASE_URL');
  if (!hasEmbeddedDatabase({ dataDir }))
    throw new StartError(`There is no database in ${dataDir}, so there is nothing to copy. Is DATA_DIR right?`);
}

/** Asserts that a database holds a service. @throws StartError */
export async function assertTables(url: string, name: string): Promise<void> {
  const found = await withClient(connectionOptions(url), (client) =>
    client.query(`select from pg_class where relname = 'bills' and relnamespace = current_schema()::regnamespace`),
  ).catch((error: Error) => {
    throw new StartError(`${name} cannot be read: ${error.message}`);
  });
  if (!found.rowCount) throw new StartError(`${name} holds no tables of Rostra, so there is nothing to copy.`);
}
