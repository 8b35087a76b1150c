import type { JsonObject } from '../../common/json';
import { sideOf } from '../../plugins/newsroom/features/content-import/server/edit-sides';
import { changedFields } from '../../plugins/newsroom/features/history/server/compared';
import { type FindNew, namesWithNew } from '../../plugins/newsroom/features/history/server/new-names';
import { readsAll } from '../../plugins/newsroom/features/history/server/reader';
import { type Comparison, type FieldInfo, nameKey } from '../../plugins/newsroom/features/history/shared/history';
import type { PlanEdit } from '../../plugins/rostra/server/src/plan/types';
import { findResource } from '../../plugins/rostra/server/src/resource/registry';

/** Names the records of edits, and those that their values refer to; `findNew` finds those of the plan. */
export const namesInEdits = (edits: PlanEdit[], findNew: FindNew | undefined): Promise<Comparison['names']> =>
  namesWithNew(
    readsAll,
    edits.flatMap((edit) => [
      selfOf(edit),
      ...valuesOfEdit(edit).map((state) => ({ fields: [fieldOfEdit(edit)], state })),
    ]),
    findNew,
  );

/** A record as a reference to itself. */
function selfOf({ resource, number }: PlanEdit): { fields: FieldInfo[]; state: JsonObject } {
  const of = findResource(resource)?.uid;
  return { fields: of ? [{ name: 'self', attributes: [], kind: 'reference', of }] : [], state: { self: number } };
}

/** The title of the record of an edit; undefined if it has none. */
export const titleOfEdit = ({ resource, number }: PlanEdit, names: Comparison['names']): string | undefined =>
  names[nameKey(findResource(resource)?.uid ?? '', number)]?.title;

/** A record with the edited field only: as the last import left it, as it is stored, and as the file says; null where that is unknown. */
export function valuesOfEdit(
  edit: PlanEdit,
): [base: JsonObject | null, stored: JsonObject | null, given: JsonObject | null] {
  return [sideOf(edit, 'base'), sideOf(edit, 'stored'), sideOf(edit, 'given')];
}

/** The field of an edit. */
export function fieldOfEdit({ resource, path }: PlanEdit): FieldInfo {
  const change = { resource, action: 'change' as const, from: {}, to: { [path]: null } };
  const fields = changedFields(findResource(resource), change);
  return fields.find(({ name }) => name === path) ?? { name: path, attributes: [path], kind: 'value' };
}
