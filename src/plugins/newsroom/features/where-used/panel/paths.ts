import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import { contentTypePath, MAX_FILTER_DEPTH, SHOWN_FILTERS } from '../../../panel/strapi/paths';
import { panelOf } from '../../../shared/panels';
import type { RecordSummary, UsedBy } from '../shared/where-used';

/** The address that tells what deleting some records would do. */
export const deletionPath = ({ uid, documentIds }: DeletedRecords): string =>
  `/newsroom/where-used/${uid}?documents=${documentIds.join(',')}`;

/** The most records that the address of a list names: the panel's parser takes no longer lists. */
const MAX_TARGETS = 20;

/**
 * The address of the list of all records that refer to one of these. For one record and a single relation the filter includes the title, so that
 * Strapi displays it with a button to remove it. Null where filters cannot express the references.
 */
export function listPath({ uid, uses }: UsedBy, targets: RecordSummary[], targetUid: string): string | null {
  const [target] = targets;
  if (!target || targets.length > MAX_TARGETS) return null;
  // Uses without a path are covered by the relation that contains them.
  const paths = [...new Set(uses.flatMap(({ path }) => path?.join('.') ?? []))].map((path) => path.split('.'));
  const [only] = paths;
  if (!only) return null;
  const main = panelOf(targetUid)?.main;
  const isOne = targets.length === 1;
  if (isOne && paths.length === 1 && only.length === 1 && target.title !== undefined && main) {
    const prefix = [SHOWN_FILTERS, '0', ...only];
    return addressOf(uid, [
      [[...prefix, main, '$eq'], target.title],
      [[...prefix, 'documentId', '$eq'], target.documentId],
    ]);
  }
  const filters = paths.flatMap((path, index) => {
    const keys = [...(paths.length > 1 ? ['$or', `${index}`] : []), ...path, 'documentId'];
    return targets.map(({ documentId }, place): [string[], string] => [
      isOne ? keys : [...keys, '$in', `${place}`],
      documentId,
    ]);
  });
  return filters.some(([keys]) => keys.length > MAX_FILTER_DEPTH) ? null : addressOf(uid, filters);
}

const addressOf = (uid: string, filters: [keys: string[], value: string][]): string =>
  `${contentTypePath(uid)}?${filters.map(([keys, value]) => `filters${keys.map((key) => `[${key}]`).join('')}=${encodeURIComponent(value)}`).join('&')}`;
