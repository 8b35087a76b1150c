import { groupBy } from '../../../../../common/maps';
import { attributeOf } from '../../../../rostra/server/src/fields/field';
import { canMatch } from '../../../../rostra/server/src/import/names/match';
import type { Change, PlanEdit } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { compareChanges } from '../../history/server/compared';
import type { FindNew } from '../../history/server/new-names';
import { deadlineIn } from '../../history/shared/differences';
import { nameKey } from '../../history/shared/history';
import { referencesIn } from '../../history/shared/values';
import type { EditDescription, RecordChange } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { sideOf } from './edit-sides';
import type { May } from './permissions';
import { shortened } from './shortened';

/** How long the long values of a page may be compared, in milliseconds: the service answers nobody else meanwhile. */
const MAX_COMPARING = 300;

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

/** Describes changes for people as the history does, with the names of records that they may read. `findNew` finds those of the plan. */
export async function describeChanges(
  changes: Change[],
  may: May,
  findNew: FindNew,
  milliseconds = MAX_COMPARING,
): Promise<RecordChange[]> {
  const mayRead = (resource: Resource) => may('read', resource);
  const { rows, names } = await compareChanges({ mayRead, mayReadTitle: mayRead }, changes, { findNew });
  const deadline = deadlineIn(milliseconds);
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
      ...shortened(fields, before, after, deadline),
      names: Object.fromEntries([...keys].flatMap((key) => (names[key] ? [[key, names[key]]] : []))),
    };
  });
}

/** Describes for people what they have done since the last import, in the same order. Values only to those who may read the records. */
export async function describeEdits(edits: PlanEdit[], may: May, findNew: FindNew): Promise<EditDescription[]> {
  const groups = groupBy(edits, (each) => each.resource);
  const all = new Map<PlanEdit, EditDescription>();
  for (const [name, some] of groups) {
    const isReadable = may('read', resourceByName(name));
    const changes = some.map((edit): Change => {
      const side = (name: 'stored' | 'given') => (isReadable && sideOf(edit, name)) || {};
      return { ...edit, action: 'change', before: null, from: side('stored'), to: side('given') };
    });
    const rows = await describeChanges(changes, may, findNew, MAX_COMPARING / groups.size);
    for (const [index, edit] of some.entries()) {
      const { kind, isTaken, by, stay = null } = edit;
      const described = {
        ...(rows[index] as RecordChange),
        resource: name,
        kind,
        isTaken,
        by: describeMaker(by),
        stay,
      };
      all.set(edit, described);
    }
  }
  return edits.flatMap((edit) => all.get(edit) ?? []);
}

/** Who has made an edit, and when; of an import also which one. */
function describeMaker(by: PlanEdit['by']): EditDescription['by'] {
  if (!by) return null;
  const { actor, at, import: imported = null } = by;
  return { name: typeof actor.name === 'string' ? actor.name : null, at, import: imported };
}
