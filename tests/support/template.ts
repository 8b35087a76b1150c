import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withClient } from '../../src/runtime/pg-client';
import { editorOf } from './log-in';
import { startNewService, startService } from './service';
import { databaseUrlOf } from './test-service';

/**
 * Creates the template that services start from, with settled starts, and names it in the environment of the tests; also the folder of the code
 * that its service compiles (`compiled-code.cjs`).
 */
export async function makeTemplate(): Promise<void> {
  process.env.ROSTRA_TEST_CODE = await mkdtemp(path.join(os.tmpdir(), 'rostra-code-'));
  const service = await startNewService();
  // The first log-in creates a table, and tests count statements: done later, both would unsettle the next start.
  await editorOf(service);
  const url = await databaseUrlOf(service);
  await withClient({ connectionString: url }, (client) => client.query('create extension pg_stat_statements'));
  await service.stop();
  // Strapi still changes its configuration in the second start; the third notes what later ones may omit.
  for (const _ of ['second', 'third']) await (await startService({ DATA_DIR: service.dataDir })).stop();
  // Copies that preferred one port could end up with one server.
  await rm(path.join(service.dataDir, 'postgres-port'), { force: true });
  process.env.ROSTRA_TEST_TEMPLATE = service.dataDir;
}

/** Removes the template and the compiled code. */
export async function removeTemplate(): Promise<void> {
  for (const name of ['ROSTRA_TEST_TEMPLATE', 'ROSTRA_TEST_CODE']) {
    const folder = process.env[name];
    delete process.env[name];
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}
