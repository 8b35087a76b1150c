import { pluralOf } from '../../../plugins/newsroom/shared/panels';
import { findResource } from '../../../plugins/rostra/server/src/resource/registry';
import type { PageWords } from './words';

/** The name of a resource for people; that of the API if it has no other. */
export function nameOf(resource: string, { language }: PageWords): string {
  const uid = findResource(resource)?.uid;
  return uid === undefined ? resource : pluralOf(uid, language);
}
