import type { Actor, FieldName } from '../../history/shared/history';
import type { RecordSummary } from '../../where-used/shared/where-used';

/**
 * Why a record stands in the way of an undo: others have changed, deleted or created it since; history no longer holds its former values;
 * its former values refer to a record that is gone, or break a rule of today; history keeps no values of such
 * records; it refers to a record that the undo would delete; the same exists once more.
 */
export type ObstacleKind =
  | 'changed'
  | 'removed'
  | 'created'
  | 'gone'
  | 'missing'
  | 'invalid'
  | 'private'
  | 'inUse'
  | 'taken';

/** A record by its content type; without the record if it may not be named to the reader. */
export interface NamedObstacle {
  uid: string;
  record?: Partial<RecordSummary> & { number: number };
}

/** One reason why a record stands in the way. */
export interface ObstacleReason {
  kind: ObstacleKind;
  /** The field; missing if it concerns the whole record, or if the reader may not read it. */
  field?: FieldName;
  /** Who did that, if anybody did. */
  by?: { at: number; door: string; actor: Actor; batch: number | null };
  /** The record that is gone. */
  other?: NamedObstacle;
  /** What rule its former values break: a code and the service's message, which is in English. */
  fault?: { code: string; message: string };
}

/** A record that stands in the way of an undo. */
export interface Obstacle extends NamedObstacle {
  reasons: ObstacleReason[];
}
