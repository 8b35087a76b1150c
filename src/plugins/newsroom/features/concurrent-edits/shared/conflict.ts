import type { Json, JsonObject } from '../../../../../common/json';
import type { Actor, ChangeHead, Comparison, FieldInfo } from '../../history/shared/history';

/** A field that two people have changed, and the other one's last change of it, if history has it. */
export interface ConflictingField extends FieldInfo {
  changedBy?: ChangeHead;
  /** What one has removed from a list and the other has not: items that are in the values of the other, who may have changed them. */
  removed?: { byOthers: Json[]; byEditor: Json[]; isChanged: boolean };
  /** Whether the list stays as a whole, theirs or one's own. */
  isWhole?: boolean;
  /** The only other person who has changed the field since; absent if there are several. */
  other?: Actor;
}

/** Fields between whose values one chooses at once: each side keeps the rules, both together do not. */
export interface ConflictGroup {
  fields: string[];
  /** Whether only the others' values can stay: the editor's own refer to what is gone, or are in fields that he may not read or change. */
  isTheirsOnly: boolean;
}

/** What a save would have overwritten, or would break of a rule together with what others have written. */
export interface Conflict {
  uid: string;
  /** The record's last change: that of the values in `theirs`. */
  change: number;
  /** The fields that the editor may read. */
  fields: ConflictingField[];
  groups: ConflictGroup[];
  /** How many others there are, whose stored values stay, and the attributes of those. */
  hidden: number;
  /** Of how many of these nothing of the editor's own stays, also where nobody contests it. */
  hiddenWhole: number;
  hiddenAttributes: string[];
  /** Those of them of which the editor's own changes stay where nobody contests them. */
  unread: string[];
  /** The values if those of the others stay. */
  theirs: JsonObject;
  /** Those of the save; null if others have replaced rows that it changes: they can only keep theirs. */
  mine: JsonObject | null;
  /** The record's nested rows after that change, as the service names them; absent if there are too many. */
  rows?: string;
  /** What to send of merged attributes, where the editor's own changes stay or the others'; without a side, nothing. */
  merged: Record<string, { mine?: Json; theirs?: Json }>;
  /** The titles of referenced records. */
  names: Comparison['names'];
}
