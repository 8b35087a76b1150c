import type { PlanRefusal } from '../../../../rostra/server/src/plan/applying/refusals';
import { fieldOf, referencesIn } from '../../../../rostra/server/src/plan/references';
import type { Change } from '../../../../rostra/server/src/plan/types';
import { resourceByKind, resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { RestoreFault } from '../shared/restore';
import { namedFields } from './fields';
import type { NamedRecord, Reader } from './reader';

/** A record by its resource. */
interface RecordName {
  resource: string;
  publicId: number;
}

/** Why a record cannot be restored, as the engine says. */
export interface FoundFault extends RecordName {
  kind: RestoreFault['kind'];
  path: string;
  /** The record that is gone. */
  other?: RecordName;
  fault?: { code: string; message: string };
}

/** The faults of records, without what the reader may not know of them. @param changes what the restore would do */
export const faultsIn = (
  { mayRead }: Pick<Reader, 'mayRead'>,
  refusals: PlanRefusal[],
  changes: Change[],
): FoundFault[] =>
  refusals.flatMap((refusal): FoundFault[] => {
    const { resource, number: publicId, faults } = refusal;
    if (!mayRead(resourceByName(resource))) return [{ resource, publicId, kind: 'unread', path: '' }];
    const change = changes.find((each) => each.resource === resource && each.number === publicId);
    return faults.map((fault) => ({ resource, publicId, path: fault.path, ...reasonOf(refusal, fault, change) }));
  });

function reasonOf(
  { resource: name }: PlanRefusal,
  { path, code, message }: PlanRefusal['faults'][number],
  change: Change | undefined,
): Pick<FoundFault, 'kind' | 'other' | 'fault'> {
  const resource = resourceByName(name);
  if (resource.hasPrivateHistory) return { kind: 'private' };
  if (code === 'TAKEN') return { kind: 'taken' };
  // Of the whole record: somebody else has written it meanwhile.
  if (path === '' && code === 'MISMATCH') return { kind: 'changed' };
  if (path === '' && code === 'UNKNOWN_REFERENCE') return { kind: 'removed' };
  const field = fieldOf(path);
  if (code === 'UNKNOWN_REFERENCE') {
    const reference = change && referencesIn(resource, change.to, [field]).find((each) => each.path === path);
    const { kind, publicId } = reference ?? {};
    return {
      kind: 'missing',
      ...(kind !== undefined && publicId !== undefined && { other: { resource: resourceByKind(kind).name, publicId } }),
    };
  }
  // A value that the restore does not write is refused only because it refers to what the restore would delete.
  const isWritten = change !== undefined && field in change.to;
  return code === 'INVALID_VALUE' && !isWritten ? { kind: 'inUse' } : { kind: 'invalid', fault: { code, message } };
}

/** The records that faults name to the reader. */
export const recordsOf = ({ mayRead }: Pick<Reader, 'mayRead'>, faults: FoundFault[]): RecordName[] =>
  faults
    .flatMap(({ resource, publicId, other }) => [{ resource, publicId }, ...(other ? [other] : [])])
    .filter(({ resource }) => mayRead(resourceByName(resource)));

/** Describes a fault for a reader. What is wrong with the value of a field is for those who may read it. */
export function describeFault(
  { kind, path, other, fault, ...record }: FoundFault,
  { mayRead, visible }: Pick<Reader, 'mayRead' | 'visible'>,
  name: (record: RecordName) => NamedRecord,
): RestoreFault {
  const resource = resourceByName(record.resource);
  const { fields, hidden } = visible(resource, path === '' ? [] : namedFields(resource, [fieldOf(path)]));
  const [field] = fields;
  const named = (each: RecordName) => {
    const { uid } = resourceByName(each.resource);
    return { uid, ...(mayRead(resourceByName(each.resource)) && { record: name(each) }) };
  };
  return {
    ...named(record),
    kind,
    ...(field && { field }),
    ...(hidden === 0 && other && { other: named(other) }),
    ...(hidden === 0 && fault && { fault }),
  };
}
