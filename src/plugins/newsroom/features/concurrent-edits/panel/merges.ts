import type { Json } from '../../../../../common/json';

/** The value of an attribute, made of what two people have made of it. */
export interface Merged {
  /** Where both have changed the same part, the editor's own stays, or the other's. */
  mine: Json;
  theirs: Json;
  /** Whether both have changed the same part to different values. */
  hasConflicts: boolean;
}

/** Merges the values of an attribute: as it was loaded, as the editor has left it, and as it is stored now. */
export type Merge = (loaded: Json, mine: Json, theirs: Json) => Merged;

const merges = new Map<string, Merge>();
const keyOf = (uid: string, attribute: string): string => `${uid} ${attribute}`;

/** Lets an attribute of a content type be merged by its parts instead of as a whole. */
export const addMerge = (uid: string, attribute: string, merge: Merge): void => {
  merges.set(keyOf(uid, attribute), merge);
};

/** How an attribute is merged; undefined if only as a whole. */
export const mergeOf = (uid: string, attribute: string): Merge | undefined => merges.get(keyOf(uid, attribute));
