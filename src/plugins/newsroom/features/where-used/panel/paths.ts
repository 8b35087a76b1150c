import { panelOf } from '../../../shared/panels';
import type { RecordSummary, UsedBy } from '../shared/where-used';

const LISTS = '/content-manager/collection-types';

/** The form of a record. */
export const recordPath = (uid: string, documentId: string): string => `${LISTS}/${uid}/${documentId}`;

/** How deep the panel reads the filters in an address, below `filters`. */
const DEEPEST = 5;

/**
 * The list of all records that refer to one. For a single relation the filter names the title, too: then Strapi shows it
 * as one that can be taken away. Null where filters cannot tell.
 */
export function listPath({ uid, uses }: UsedBy, { documentId, title }: RecordSummary, ofUid: string): string | null {
  // What only counts for some of those that a relation leads to is part of what that relation tells.
  const known = [...new Set(uses.flatMap(({ path }) => path?.join('.') ?? []))].map((path) => path.split('.'));
  const [only] = known;
  if (!only) return null;
  const main = panelOf(ofUid)?.main;
  if (known.length === 1 && only.length === 1 && title !== undefined && main) {
    const shown = ['$and', '0', ...only];
    return addressOf(uid, [
      [[...shown, main, '$eq'], title],
      [[...shown, 'documentId', '$eq'], documentId],
    ]);
  }
  const filters = known.map((path, index) => [...(known.length > 1 ? ['$or', `${index}`] : []), ...path, 'documentId']);
  if (filters.some((keys) => keys.length > DEEPEST)) return null;
  return addressOf(
    uid,
    filters.map((keys) => [keys, documentId]),
  );
}

const addressOf = (uid: string, filters: [keys: string[], value: string][]): string =>
  `${LISTS}/${uid}?${filters.map(([keys, value]) => `filters${keys.map((key) => `[${key}]`).join('')}=${encodeURIComponent(value)}`).join('&')}`;
