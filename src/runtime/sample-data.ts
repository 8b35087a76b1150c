import { readFileSync } from 'node:fs';
import path from 'node:path';
import { importContent } from '../plugins/rostra/server/src/import/import';
import { sourcesOf } from '../plugins/rostra/server/src/import/source';
import type { JsonObject } from '../plugins/rostra/server/src/json';
import { appDir } from './paths';
import type { Strapi } from './strapi';

/** Content types that an empty database has nothing of. */
const FIRST = ['api::term.term', 'api::bill.bill', 'api::party.party'];

/** Where the sample data lies: a file for each resource. */
const FOLDER = path.join(appDir, 'database', 'sample');

/** The sample records of a resource; none when there is no file of its name. */
export function sampleRecords(name: string): JsonObject[] {
  try {
    return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')) as JsonObject[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Brings the sample data into an empty database, all of it or nothing. @throws Error that names every fault of it. */
export async function loadSampleData(strapi: Strapi): Promise<void> {
  for (const uid of FIRST) {
    if ((await strapi.db.query(uid).count()) > 0) return;
  }
  const { faults } = await importContent(await sourcesOf([FOLDER]));
  if (faults.length === 0) return;
  const lines = faults.map(({ file, record, path: at, message }) => `${file}, record ${record}: ${at}: ${message}`);
  throw new Error(`The sample data is at fault:\n${lines.join('\n')}`);
}
