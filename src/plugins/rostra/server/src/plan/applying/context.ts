import type { Write } from '../../../../../../strapi/write-events';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import type { Change, StoredStates } from '../types';
import type { CreatedRows } from './new-rows';
import type { PlanRefusal } from './refusals';

/** A child to delete, because a written parent no longer lists it. */
export interface ChildRemoval {
  /** The change of the parent. */
  change: Change;
  /** The parent's resource and field. */
  resource: Resource;
  field: string;
  publicId: number;
  /** The parent's public id. */
  parent: number;
}

/** What the steps of applying one plan share. */
export interface ApplyContext {
  created: CreatedRows;
  refusals: PlanRefusal[];
  omittedChildren: ChildRemoval[];
  /** The row of the user who counts as the writer of what is written; null for none, undefined to leave it as it is. */
  writer?: number | null;
  /** What is written, to be reported to webhooks; undefined for imports and undos, which stay silent. */
  writes?: Write[];
  /** The records to change, if they have been locked and read. */
  stored?: StoredStates;
  /** The resources written so far. */
  touched: Set<Resource>;
  run: Run;
}
