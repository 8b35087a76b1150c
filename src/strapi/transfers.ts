import path from 'node:path';
import { awaitCommit, tellOutcomes } from './transfer-commits';
import { keepFirstPasswords } from './transfer-first-passwords';
import { writeLinksInBatches } from './transfer-links';
import { keepUploadsInPlace } from './transfer-uploads';

/** Adapts imports and transfers of Strapi. Checked with Strapi 5.54.0. @throws StartError when they work in another way */
export function adaptTransfers(providers: object): void {
  tellOutcomes(require(path.join(path.dirname(require.resolve('@strapi/data-transfer')), 'utils', 'transaction.js')));
  awaitCommit(providers);
  keepUploadsInPlace(providers);
  keepFirstPasswords(providers);
  writeLinksInBatches(providers);
}
