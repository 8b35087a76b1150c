import type { Json, JsonObject } from '../../../../../common/json';
import type { ChangeHead, Comparison, FieldInfo } from '../../history/shared/history';

/** A field that two people have changed, and the other one's last change of it, if history has it. */
export interface ConflictingField extends FieldInfo {
  changedBy?: ChangeHead;
}

/** What a save would have overwritten. */
export interface Conflict {
  uid: string;
  /** The record's last change: that of the values in `theirs`. */
  change: number;
  /** The fields that the editor may read. */
  fields: ConflictingField[];
  /** How many others there are, whose stored values stay, and the attributes of those. */
  hidden: number;
  hiddenAttributes: string[];
  /** The stored values. */
  theirs: JsonObject;
  /** Those of the save; null if others have replaced rows that it changes: they can only keep theirs. */
  mine: JsonObject | null;
  /** The record's nested rows after that change, as the service names them; absent if there are too many. */
  rows?: string;
  /** Lists of rows or records with the changes of both, by attribute; where both have changed the same, with the editor's own or the others'. */
  merged: Record<string, { mine: Json; theirs: Json }>;
  /** The titles of referenced records. */
  names: Comparison['names'];
}
