import type { PlanRefusal, RefusalFault } from '../../../../rostra/server/src/plan/applying/refusals';
import { fieldOf } from '../../../../rostra/server/src/plan/references';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
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

/** The faults of records, without what the reader may not know of them. */
export const faultsIn = ({ mayRead }: Pick<Reader, 'mayRead'>, refusals: PlanRefusal[]): FoundFault[] =>
  refusals.flatMap(({ resource, number: publicId, faults }): FoundFault[] => {
    if (!mayRead(resourceByName(resource))) return [{ resource, publicId, kind: 'unread', path: '' }];
    return faults.map((fault) => ({ resource, publicId, path: fault.path, ...reasonOf(resource, fault) }));
  });

function reasonOf(
  resource: string,
  { path, code, message, reason, gone }: RefusalFault,
): Pick<FoundFault, 'kind' | 'other' | 'fault'> {
  if (resourceByName(resource).hasPrivateHistory) return { kind: 'private' };
  if (reason) return { kind: reason };
  if (code === 'TAKEN') return { kind: 'taken' };
  // Of the whole record: somebody else has written it meanwhile.
  if (path === '' && code === 'MISMATCH') return { kind: 'changed' };
  if (path === '' && code === 'UNKNOWN_REFERENCE') return { kind: 'removed' };
  if (code === 'UNKNOWN_REFERENCE') return { kind: 'missing', ...(gone && { other: gone }) };
  return { kind: 'invalid', fault: { code, message } };
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
