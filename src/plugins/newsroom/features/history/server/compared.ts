import type { JsonObject } from '../../../../../common/json';
import { groupBy } from '../../../../../common/maps';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { run } from '../../../../rostra/server/src/store/database';
import { type Moment, statesAt } from '../../../../rostra/server/src/store/history/states';
import { isEmpty } from '../shared/differences';
import type { Comparison, FieldInfo } from '../shared/history';
import { storedNames } from '../shared/values';
import { fieldsOf } from './fields';
import { type FindNew, namesWithNew } from './new-names';
import { type NamedRecord, type NameReader, nameRecords } from './reader';
import { onlyFields } from './states';

/** What a plan or a batch does to one record. */
export interface RecordChange extends Pick<Change, 'resource' | 'number' | 'action' | 'from' | 'to'> {
  /** When the record was as it is before the change; by default now. */
  moment?: Moment;
}

/** A changed record, with what it takes to show the change. */
export interface ComparedRecord {
  uid: string;
  fields: FieldInfo[];
  /** The values of these fields; null where the record does not exist. */
  before: JsonObject | null;
  after: JsonObject | null;
  record: NamedRecord;
}

/** Changed records, and the names of those that their fields refer to. */
export interface Compared<T extends RecordChange> {
  rows: (ComparedRecord & { change: T })[];
  names: Comparison['names'];
}

export interface CompareOptions {
  findNew?: FindNew | undefined;
}

/** Now. */
const NOW: Moment = { after: Number.MAX_SAFE_INTEGER - 1 };

/** Compares records before and after changes, for people who may read all fields of these records. Few statements, whatever the number of changes. */
export async function compareChanges<T extends RecordChange>(
  reader: NameReader,
  changes: T[],
  { findNew }: CompareOptions = {},
): Promise<Compared<T>> {
  const states = await statesOfHalves(changes);
  const name = await nameRecords(
    reader,
    changes.map(({ resource, number, action, from, to }) => ({
      ...{ resource, publicId: number },
      values: action === 'create' ? to : action === 'remove' ? from : null,
    })),
    run,
  );
  const rows = changes.map((change) => {
    const resource = resourceByName(change.resource);
    const { action, from, to, number } = change;
    const fields = changedFields(resource, change);
    const rest = states.get(change) ?? {};
    return {
      change,
      uid: resource.uid,
      fields,
      before: action === 'create' ? null : onlyFields({ ...rest, ...from }, fields),
      after: action === 'remove' ? null : onlyFields({ ...rest, ...to }, fields),
      record: name({ resource: change.resource, publicId: number, values: action === 'create' ? to : null }),
    };
  });
  const sides = rows.flatMap(({ fields, before, after }) => [before, after].map((state) => ({ fields, state })));
  return { rows, names: await namesWithNew(reader, sides, findNew) };
}

/** The fields of a change; of a new or removed record those with a value. */
export function changedFields(resource: Resource | undefined, { action, from, to }: Omit<RecordChange, 'number'>) {
  const changed = new Set(Object.keys(action === 'remove' ? from : to));
  const known = resource
    ? fieldsOf(resource).filter((field) => storedNames(field).some((each) => changed.has(each)))
    : [];
  const covered = new Set([...known.flatMap(storedNames), resource?.key.name]);
  const others = [...changed].filter((each) => !covered.has(each));
  const fields = [...known, ...others.map((each): FieldInfo => ({ name: each, attributes: [each], kind: 'value' }))];
  if (action === 'change') return fields;
  return fields.filter(({ name }) => !isEmpty((action === 'remove' ? from : to)[name]));
}

/** The states of records of which a change has only one half of a value: an identifier without its type, or the reverse. */
async function statesOfHalves<T extends RecordChange>(changes: T[]): Promise<Map<T, JsonObject>> {
  const halves = changes.filter(
    (change) =>
      change.action === 'change' &&
      changedFields(resourceByName(change.resource), change).some((field) =>
        storedNames(field).some((each) => !(each in change.to)),
      ),
  );
  const states = new Map<T, JsonObject>();
  for (const some of groupBy(halves, ({ resource, moment }) => `${resource} ${JSON.stringify(moment)}`).values()) {
    const [{ resource, moment = NOW }] = some as [T];
    const publicIds = some.map(({ number }) => number);
    const found = await statesAt(resource, publicIds, moment, run);
    for (const each of some) states.set(each, found.get(each.number) ?? {});
  }
  return states;
}
