import { writeLinksInBatches } from './transfer-links';
import { keepUploadsInPlace } from './transfer-uploads';

/** Adapts imports and transfers of Strapi. @throws StartError when they work in another way */
export function adaptTransfers(providers: object): void {
  keepUploadsInPlace(providers);
  writeLinksInBatches(providers);
}
