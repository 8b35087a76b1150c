import path from 'node:path';
import { importContent } from '../plugins/rostra/server/src/import/import';
import { sourcesOf } from '../plugins/rostra/server/src/import/source';
import { appDir } from './paths';
import type { Strapi } from './strapi';

/** Content types that an empty database has nothing of. */
const FIRST = ['api::term.term', 'api::bill.bill', 'api::party.party'];

/** Brings the sample data into an empty database, all of it or nothing. @throws Error that names every fault of it. */
export async function loadSampleData(strapi: Strapi): Promise<void> {
  for (const uid of FIRST) {
    if ((await strapi.db.query(uid).count()) > 0) return;
  }
  const { faults } = await importContent(await sourcesOf([path.join(appDir, 'database', 'sample')]));
  if (faults.length === 0) return;
  const lines = faults.map(({ file, record, path: at, message }) => `${file}, record ${record}: ${at}: ${message}`);
  throw new Error(`The sample data is at fault:\n${lines.join('\n')}`);
}
