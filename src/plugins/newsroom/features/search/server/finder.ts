import type { Resource } from '../../../../rostra/server/src/resource/resource';
import type { Run } from '../../../../rostra/server/src/store/database';
import type { AnyPanel } from '../../../shared/panel';
import type { RecordReference } from '../shared/found';

/** A content type whose titles the searcher may read. */
export interface SearchedKind {
  panel: AnyPanel;
  resource: Resource;
  /** Whether the searcher may read the public identifiers of its records. */
  hasNumbers: boolean;
}

/** A record that a search has found, and how well the search fits it, of `RANK`. */
export interface Hit extends RecordReference {
  rank: number;
}

/** The records that fit a text best, the best first, and the content types of which it may fit others, too. */
export interface Hits {
  hits: Hit[];
  more: string[];
}

/** Finds records in one statement. The search box shows what it finds in this order. */
export type Finder = (text: string, kinds: SearchedKind[], run: Run) => Promise<Hits>;
