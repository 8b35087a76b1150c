import { groupBy } from '../../../../../common/maps';
import { attributeOf } from '../../../../rostra/server/src/fields/field';
import { canMatch } from '../../../../rostra/server/src/import/names/match';
import type { Change, PlanEdit } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { compareChanges } from '../../history/server/compared';
import type { TitlesOfNew } from '../../history/server/new-names';
import { nameKey } from '../../history/shared/history';
import { referencesIn } from '../../history/shared/values';
import type { EditDescription, RecordChange } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import type { May } from './permissions';
import { shortened } from './shortened';

/** Describes a resource for the page. */
export const describeResource = (resource: Resource): ImportableResource => ({
  name: resource.name,
  uid: resource.uid,
  fields: Object.entries(resource.fields).map(([name, field]) => ({
    name,
    attribute: attributeOf(name, field),
    canMatch: canMatch(resource, [name]),
  })),
});

/** Describes changes for people as the history does, with the names of records that they may read. `titlesOfNew` finds those of the plan. */
export async function describeChanges(changes: Change[], may: May, titlesOfNew: TitlesOfNew): Promise<RecordChange[]> {
  const mayRead = (resource: Resource) => may('read', resource);
  const { rows, names } = await compareChanges({ mayRead, mayReadTitle: mayRead }, changes, { titlesOfNew });
  return rows.map(({ change, fields, before, after, record }) => {
    const { number, file, record: place, line } = change;
    const references = [before, after].flatMap((state) => (state ? referencesIn(fields, state) : []));
    const keys = new Set(references.map((each) => nameKey(each.uid, each.number)));
    return {
      number,
      title: record.title ?? null,
      documentId: record.documentId ?? null,
      file,
      record: place,
      ...(line === undefined ? {} : { line }),
      fields,
      ...shortened(fields, before, after),
      names: Object.fromEntries([...keys].flatMap((key) => (names[key] ? [[key, names[key]]] : []))),
    };
  });
}

/** Describes for people what they have done since the last import, in the same order. Values only to those who may read the records. */
export async function describeEdits(edits: PlanEdit[], may: May, titlesOfNew: TitlesOfNew): Promise<EditDescription[]> {
  const described = new Map<PlanEdit, EditDescription>();
  for (const [name, some] of groupBy(edits, (each) => each.resource)) {
    const isReadable = may('read', resourceByName(name));
    const changes = some.map((edit): Change => {
      const [from, to] =
        edit.path && isReadable
          ? [{ [edit.path]: edit.stored ?? null }, { [edit.path]: edit.given ?? null }]
          : [{}, {}];
      return { ...edit, action: 'change', before: null, from, to };
    });
    const rows = await describeChanges(changes, may, titlesOfNew);
    for (const [index, edit] of some.entries()) {
      const { kind, isTaken, by } = edit;
      const actor = by && { name: typeof by.actor.name === 'string' ? by.actor.name : null, at: by.at };
      described.set(edit, { ...(rows[index] as RecordChange), resource: name, kind, isTaken, by: actor ?? null });
    }
  }
  return edits.flatMap((edit) => described.get(edit) ?? []);
}
