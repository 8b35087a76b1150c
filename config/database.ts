import '../src/runtime/utc';
import { connectionOptions } from '../src/runtime/database-url';
import { settings } from '../src/runtime/settings';
import { answerWithoutCompiler } from '../src/strapi/compiler';

/** For `strapi build`, which reads the configuration without a database and never connects. */
const NO_DATABASE = 'postgresql://nobody@localhost/none';

// Strapi asks for the folder of the compiled migrations.
answerWithoutCompiler();

export default () => ({
  connection: {
    client: 'postgres',
    connection: {
      ...connectionOptions(settings().databaseUrl ?? NO_DATABASE),
      // Refuses writes that wait longer for another one, because they hold a connection that others need.
      options: '-c lock_timeout=5s',
    },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 60_000,
  },
  settings: { useTypescriptMigrations: true },
});
