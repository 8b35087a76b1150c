import { fieldOf } from '../../../../rostra/server/src/plan/references';
import { resourceByName } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { namedFields } from '../../history/server/fields';
import { nameRecords, type Reader } from '../../history/server/reader';
import type { Actor } from '../../history/shared/history';
import type { NamedObstacle, Obstacle, ObstacleReason } from '../shared/obstacles';
import type { FoundObstacle, FoundReason } from './obstacles';

interface RecordName {
  resource: string;
  publicId: number;
}

/** Describes records that stand in the way of an undo for a reader: of a record that they may not read only its kind and that of the obstacles. */
export async function describeObstacles(found: FoundObstacle[], reader: Reader): Promise<Obstacle[]> {
  const isReadable = ({ resource }: RecordName) => reader.mayRead(resourceByName(resource));
  const all = found.flatMap(({ resource, number: publicId, reasons }) => [
    { resource, publicId },
    ...reasons.flatMap(({ other }) => other ?? []),
  ]);
  const name = await nameRecords(reader, all.filter(isReadable), run);
  const named = (record: RecordName): NamedObstacle => ({
    uid: resourceByName(record.resource).uid,
    ...(isReadable(record) && { record: name(record) }),
  });
  return found.map(({ resource, number: publicId, reasons }) => {
    const record = { resource, publicId };
    return {
      ...named(record),
      reasons: isReadable(record)
        ? reasons.map((each) => describeReason(each, { resource, reader, named }))
        : [...new Set(reasons.map(({ kind }) => kind))].map((kind) => ({ kind })),
    };
  });
}

interface Context {
  resource: string;
  reader: Pick<Reader, 'mayRead' | 'visible'>;
  named(record: RecordName): NamedObstacle;
}

/**
 * Describes why a record stands in the way for a reader of it. What is wrong with the value of a field, and who has written it, is for those who
 * may read it; who has deleted another record for those who may read such records.
 */
export function describeReason(
  { kind, path, by, other, fault }: FoundReason,
  { resource: name, reader, named }: Context,
): ObstacleReason {
  const resource = resourceByName(name);
  const { fields, hidden } = reader.visible(resource, path === '' ? [] : namedFields(resource, [fieldOf(path)]));
  const [field] = fields;
  const isBySeen = hidden === 0 && (!other || reader.mayRead(resourceByName(other.resource)));
  return {
    kind,
    ...(field && { field }),
    ...(isBySeen && by && { by: { at: by.at, door: by.door, actor: by.actor as Actor, batch: by.batch ?? null } }),
    ...(hidden === 0 && other && { other: named(other) }),
    ...(hidden === 0 && fault && { fault }),
  };
}
