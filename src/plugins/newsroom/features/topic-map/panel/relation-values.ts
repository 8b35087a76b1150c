import type { Json, JsonObject } from '../../../../../common/json';
import type { MapNode } from '../shared/topic-map';

/** The fields of a relation that the dialog edits. */
export interface RelationDraft {
  isDirectional: boolean;
  weight: number | null;
  description: string;
}

/** The ends of a relation, as far as they are chosen. */
export interface Ends {
  from: MapNode | null;
  to: MapNode | null;
}

/** What the dialog of a relation holds. */
export interface RelationForm extends Ends {
  draft: RelationDraft;
}

/** A relation as the service has it. */
export interface StoredRelation {
  is_directional: boolean | null;
  weight: number | null;
  description: string | null;
}

/** What a new relation begins with. */
export const BLANK: RelationDraft = { isDirectional: true, weight: 1, description: '' };

/** The fields of a relation as a form has them. */
export const fieldsOf = ({ isDirectional, weight, description }: RelationDraft) => ({
  is_directional: isDirectional,
  weight,
  description: description.trim() || null,
});

/** The fields of a relation as its dialog has them. */
export const draftOf = ({ is_directional, weight, description }: StoredRelation): RelationDraft => ({
  isDirectional: is_directional ?? false,
  weight,
  description: description ?? '',
});

/** The fields that the dialog has changed. */
export function changedFields(before: RelationDraft, draft: RelationDraft): Record<string, unknown> {
  const stored: Record<string, unknown> = fieldsOf(before);
  return Object.fromEntries(Object.entries(fieldsOf(draft)).filter(([name, value]) => value !== stored[name]));
}

/** Whether to go on with the draft of a new relation would replace ends that its editor has chosen for another one. */
export function hasOtherEnds(draft: JsonObject, { from, to }: Ends): boolean {
  if (!from && !to) return false;
  const isSame = (draft.from ?? from?.key) === (draft.to ?? to?.key);
  return isSame || isOther(draft.from, from) || isOther(draft.to, to);
}

const isOther = (end: Json | undefined, chosen: MapNode | null): boolean =>
  typeof end === 'string' && chosen !== null && end !== chosen.key;

/** What a dialog holds that goes on with a draft. An end that is no longer on the map is to be chosen again; one that the draft does not name is that of `ends`. */
export function formOf(values: JsonObject, nodes: MapNode[], ends: Ends): RelationForm {
  const nodeAt = (key: Json | undefined, other: MapNode | null) =>
    typeof key === 'string' ? (nodes.find((each) => each.key === key) ?? null) : other;
  return {
    from: nodeAt(values.from, ends.from),
    to: nodeAt(values.to, ends.to),
    draft: {
      isDirectional: values.is_directional === true,
      weight: (values.weight ?? null) as number | null,
      description: (values.description ?? '') as string,
    },
  };
}
