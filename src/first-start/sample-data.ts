import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../common/json';
import { SourceError } from '../plugins/rostra/server/src/import/record';
import { sourcesOf } from '../plugins/rostra/server/src/import/source';
import { importSources } from '../plugins/rostra/server/src/plan/import';
import { appDir } from '../runtime/paths';
import type { Settings } from '../runtime/settings';
import { StartError } from '../runtime/start-error';
import type { Strapi } from '../runtime/strapi';

/** Sample data are loaded only if none of these content types has records. */
const EMPTY_TYPES = ['api::term.term', 'api::bill.bill', 'api::party.party'];

/** The folder of the sample data: a file for each resource. */
const FOLDER = path.join(appDir, 'database', 'sample');

/** The sample records of a resource; empty if it has no file. */
export function sampleRecords(name: string): JsonObject[] {
  try {
    return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as JsonObject[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Loads the sample data into an empty database, all or nothing. @throws StartError that names every fault in the data. */
export async function loadSampleData(strapi: Strapi, { dataDir }: Settings): Promise<void> {
  for (const uid of EMPTY_TYPES) {
    if ((await strapi.db.query(uid).count()) > 0) return;
  }
  const { summary, applied } = await importSources(await readSources(), path.join(dataDir, 'plans'));
  if (applied && applied.refusals.length === 0) return;
  const { faults } = summary;
  const lines = faults.map(({ file, record, path: at, message }) => `${file}, record ${record}: ${at}: ${message}`);
  throw new StartError(`The sample data has faults:\n${lines.join('\n')}`);
}

async function readSources() {
  try {
    return await sourcesOf([FOLDER]);
  } catch (error) {
    if (error instanceof SourceError) throw new StartError(`The sample data cannot be read: ${error.message}`);
    throw error;
  }
}
