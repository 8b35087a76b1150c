import { contentTypePath, MAX_FILTER_DEPTH, SHOWN_FILTERS } from '../../../panel/strapi/paths';
import { panelOf } from '../../../shared/panels';
import type { RecordSummary, UsedBy } from '../shared/where-used';

/**
 * The address of the list of all records that refer to one. For a single relation the filter includes the title, so that
 * Strapi displays it with a button to remove it. Null where filters cannot express the references.
 */
export function listPath(
  { uid, uses }: UsedBy,
  { documentId, title }: RecordSummary,
  targetUid: string,
): string | null {
  // Uses without a path are covered by the relation that contains them.
  const paths = [...new Set(uses.flatMap(({ path }) => path?.join('.') ?? []))].map((path) => path.split('.'));
  const [only] = paths;
  if (!only) return null;
  const main = panelOf(targetUid)?.main;
  if (paths.length === 1 && only.length === 1 && title !== undefined && main) {
    const prefix = [SHOWN_FILTERS, '0', ...only];
    return addressOf(uid, [
      [[...prefix, main, '$eq'], title],
      [[...prefix, 'documentId', '$eq'], documentId],
    ]);
  }
  const filters = paths.map((path, index) => [...(paths.length > 1 ? ['$or', `${index}`] : []), ...path, 'documentId']);
  if (filters.some((keys) => keys.length > MAX_FILTER_DEPTH)) return null;
  return addressOf(
    uid,
    filters.map((keys) => [keys, documentId]),
  );
}

const addressOf = (uid: string, filters: [keys: string[], value: string][]): string =>
  `${contentTypePath(uid)}?${filters.map(([keys, value]) => `filters${keys.map((key) => `[${key}]`).join('')}=${encodeURIComponent(value)}`).join('&')}`;
