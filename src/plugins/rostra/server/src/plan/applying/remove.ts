import { entryOf } from '../../../../../../common/maps';
import { deletionOf } from '../../../../../../strapi/write-events';
import { resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import {
  type Blocker,
  deleteMarked,
  findBlockers,
  markChildren,
  markForDeletion,
  prepareDeletion,
} from '../../store/bulk/remove';
import type { Change } from '../types';
import type { ApplyContext } from './context';
import { refuse } from './refusals';

/**
 * Deletes records with their children. Refuses to where a record that stays refers to one of them or belongs to one, because
 * somebody has created or changed it since.
 */
export async function removeRecords(
  { run, refusals, touched, writes }: ApplyContext,
  changes: Change[],
): Promise<void> {
  const [first] = changes;
  if (!first) return;
  await prepareDeletion(run);
  const publicIds = new Map<Resource, number[]>();
  for (const { resource, number } of changes) entryOf(publicIds, resourceByName(resource), () => []).push(number);
  for (const [resource, some] of publicIds) await markForDeletion(resource, some, run);
  const refuseAll = (blockers: Blocker[], message: (target: Resource) => string) => {
    for (const { resource, publicId, field, target } of blockers) {
      const change = { ...first, resource: resource.name, number: publicId };
      refuse(refusals, change, [{ path: field, code: 'INVALID_VALUE', message: message(target), reason: 'inUse' }]);
    }
  };
  refuseAll(await markChildren(run), ({ name }) => `belongs to one of ${name} that would be deleted; delete it first`);
  if (refusals.length > 0) return;
  refuseAll(await findBlockers(run), ({ name }) => `refers to one of ${name} that would be deleted`);
  if (refusals.length > 0) return;
  const note = async ({ uid }: Resource, row: number) => void writes?.push(await deletionOf(uid, row));
  for (const resource of await deleteMarked(run, writes && note)) touched.add(resource);
}
