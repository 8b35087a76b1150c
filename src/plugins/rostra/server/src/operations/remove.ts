import { deletionOf } from '../../../../../strapi/write-events';
import { errors } from '../errors/errors';
import type { Resource } from '../resource/resource';
import { deletionCalls } from '../store/bulk/remove';
import { runAll } from '../store/database';
import { lock } from '../store/read';
import { writeTransaction } from '../store/write-transaction';
import { removeDependents } from './dependents';
import { isMatched } from './update';

/**
 * Deletes a record and its dependents, in one transaction. Errors: NOT_FOUND, PRECONDITION_FAILED, IN_USE with the records that
 * require it.
 */
export async function remove(resource: Resource, publicId: number | undefined, ifMatch?: string): Promise<void> {
  if (publicId === undefined) throw errors.notFound();
  await writeTransaction(async ({ run, note, commit }) => {
    const [locked, isCurrent] = await Promise.all([
      lock(resource, { publicId }, run),
      isMatched(resource, publicId, ifMatch, run),
    ]);
    if (!locked) throw errors.notFound();
    if (!isCurrent) throw errors.preconditionFailed();
    const { rowId } = locked;
    await removeDependents(resource, rowId, { run, note });
    note(await deletionOf(resource.uid, rowId));
    await Promise.all([runAll(deletionCalls(resource, [rowId]), run), commit()]);
  });
}
