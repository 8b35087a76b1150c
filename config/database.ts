import '../src/runtime/utc';
import { connectionOptions } from '../src/runtime/database-url';
import { settings } from '../src/runtime/settings';

/** `strapi build` reads the configuration without a database; it never connects. */
const NO_DATABASE = 'postgresql://nobody@localhost/none';

export default () => ({
  connection: {
    client: 'postgres',
    connection: {
      ...connectionOptions(settings().databaseUrl ?? NO_DATABASE),
      // A write that waits for another one longer than this is refused: it must not hold a connection that others need.
      options: '-c lock_timeout=5s',
    },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 60_000,
  },
  settings: { useTypescriptMigrations: true },
});
