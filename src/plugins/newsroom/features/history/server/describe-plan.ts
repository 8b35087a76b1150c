import type { JsonObject } from '../../../../../common/json';
import { groupBy } from '../../../../../common/maps';
import type { RestoreResult } from '../../../../rostra/server/src/plan/restoring/perform';
import type { Conflict } from '../../../../rostra/server/src/plan/restoring/walk';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { statesAt } from '../../../../rostra/server/src/store/history/states';
import type { Actor } from '../shared/history';
import {
  MAX_PLANNED,
  type RestoreConflict,
  type RestoredRecord,
  type RestoreFault,
  type RestorePlan,
} from '../shared/restore';
import { describeFault, type FoundFault, faultsIn, recordsOf } from './describe-faults';
import { fieldsOf, namedFields } from './fields';
import { namesWithNew, newRecordsAmong } from './new-names';
import { nameRecords, type Reader } from './reader';
import { onlyFields } from './states';

/** Describes a restore for people who may read what `reader` may read. */
export async function describePlan(reader: Reader, result: RestoreResult, needsNote: boolean): Promise<RestorePlan> {
  const { count, counts, changes, conflicts, conflictCount, refusals, left, canLeave, change, digest } = result;
  const isReadable = ({ resource }: { resource: string }) => reader.mayRead(resourceByName(resource));
  const listed = changes.filter(isReadable).slice(0, MAX_PLANNED);
  const stored = await statesOf(listed);
  const shownConflicts = conflicts.filter(isReadable).slice(0, MAX_PLANNED);
  const [refused = [], kept = []] = [refusals, left].map((some) => faultsIn(reader, some).slice(0, MAX_PLANNED));
  const named = listed.map(({ resource, number }) => ({ resource, publicId: number }));
  const inFaults = recordsOf(reader, [...refused, ...kept]);
  const name = await nameRecords(reader, [...named, ...inFaults, ...shownConflicts], run);
  const describe = (fault: FoundFault): RestoreFault => describeFault(fault, reader, name);
  const records = listed.map((each): RestoredRecord => {
    const resource = resourceByName(each.resource);
    const { action, from, to, number } = each;
    const current = stored.get(`${each.resource} ${number}`) ?? {};
    const names = action === 'remove' ? [] : Object.keys(to);
    const changed = new Set(namedFields(resource, names).map((field) => field.name));
    const { fields, hidden } = reader.visible(
      resource,
      fieldsOf(resource).filter((field) => changed.has(field.name)),
    );
    return {
      uid: resource.uid,
      action,
      fields,
      hidden,
      before: action === 'create' ? null : onlyFields({ ...current, ...from }, fields),
      after: action === 'remove' ? null : onlyFields({ ...current, ...to }, fields),
      record: name({ resource: each.resource, publicId: number, values: action === 'create' ? to : null }),
    };
  });
  return {
    plan: digest,
    count,
    removed: Object.values(counts).reduce((sum, { removed }) => sum + removed, 0),
    records,
    names: await namesOfAll(reader, records, changes),
    conflicts: shownConflicts.map((conflict) => ({ ...describeConflict(conflict), record: name(conflict) })),
    conflictCount,
    refusals: refused.map(describe),
    isMissing: refusals.some(({ faults }) => faults.some(({ code }) => code === 'UNKNOWN_REFERENCE')),
    canLeave,
    left: kept.map(describe),
    needsNote,
    ...(change === undefined ? {} : { change }),
  };
}

/** The records as they are now; one statement for each resource. */
async function statesOf(changes: Change[]): Promise<Map<string, JsonObject | null>> {
  const states = new Map<string, JsonObject | null>();
  for (const [name, some] of groupBy(changes, ({ resource }) => resource)) {
    const publicIds = some.map(({ number }) => number);
    for (const [publicId, state] of await statesAt(name, publicIds, { after: Number.MAX_SAFE_INTEGER - 1 }, run))
      states.set(`${name} ${publicId}`, state);
  }
  return states;
}

function namesOfAll(reader: Reader, records: RestoredRecord[], changes: Change[]): Promise<RestorePlan['names']> {
  const sides = records.flatMap(({ fields, before, after }) => [before, after].map((state) => ({ fields, state })));
  return namesWithNew(reader, sides, (keys) => newRecordsAmong(changes, keys));
}

function describeConflict({ resource: name, path, kind, by }: Conflict): Omit<RestoreConflict, 'record'> {
  const resource = resourceByName(name);
  const [field] = path === '' ? [] : namedFields(resource, [path]);
  const { at, door, actor } = by;
  // These only keep a batch from being undone in a record, which is not planned here.
  if (kind === 'needed' || kind === 'missing' || kind === 'invalid')
    throw new Error(`a restore found ${name} to be ${kind}`);
  return { uid: resource.uid, kind, at, door, by: actor as Actor, ...(field && { field }) };
}
