import { recordPath } from '../../../panel/strapi/paths';
import type { NamedByType, RestoreFault } from '../shared/restore';

/** The page of the deleted records, of one content type. */
const deletedPath = (uid: string): string => `/plugins/newsroom/deleted?uid=${encodeURIComponent(uid)}`;

/** Where one can look at a record, and whether that is the list of the deleted ones of its content type. */
interface RecordLink {
  uid: string;
  to: string;
  isDeleted: boolean;
}

/** Where to look at the records of a fault: the one that it concerns, and the one that is gone. None that the reader may not read. */
export function linksOf({ other, ...about }: RestoreFault): RecordLink[] {
  const links = [linkTo(about), other && linkTo(other)].filter((link) => link !== undefined);
  // What refers to what is gone may be gone itself; what was gone may be there again.
  return links.filter((link, index) => index === 0 || (link.isDeleted && link.to !== links[0]?.to));
}

function linkTo({ uid, record }: NamedByType): RecordLink | undefined {
  if (!record) return undefined;
  const { documentId } = record;
  return documentId
    ? { uid, to: recordPath(uid, documentId), isDeleted: false }
    : { uid, to: deletedPath(uid), isDeleted: true };
}
