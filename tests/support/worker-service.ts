import { withClient } from '../../src/runtime/pg-client';
import type { TestContext } from './test-service';

/**
 * Puts the service of this Jest worker into the environment of a test file, and forgets the log-ins and statements
 * of earlier files. Throws with the log of a service that did not start.
 */
export async function connectToPool(address = ''): Promise<void> {
  const answer = await fetch(`${address}/${process.env.JEST_WORKER_ID ?? '1'}`);
  if (!answer.ok) throw new Error(await answer.text());
  const environment = (await answer.json()) as { ROSTRA_TEST: string };
  Object.assign(process.env, environment);
  const { databaseUrl } = JSON.parse(environment.ROSTRA_TEST) as TestContext;
  await withClient({ connectionString: databaseUrl }, (client) =>
    client.query("delete from rostra_rate_limits where key like 'log-in:%'; select pg_stat_statements_reset()"),
  );
}
