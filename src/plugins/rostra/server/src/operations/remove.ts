import { errors } from '../errors/errors';
import type { Resource } from '../resource/resource';
import { transaction } from '../store/database';
import { lock } from '../store/read';
import { documents } from '../store/strapi';
import { checkPrecondition } from './update';

/**
 * Deletes a record and its children. The guard of the document service decides what may be deleted, for every entrance.
 * Errors: NOT_FOUND, PRECONDITION_FAILED, IN_USE with the records that require it.
 */
export function remove(resource: Resource, publicId: number | undefined, ifMatch?: string): Promise<void> {
  return transaction(async (run) => {
    if (publicId === undefined) throw errors.notFound();
    const locked = await lock(resource, { publicId }, run);
    if (!locked) throw errors.notFound();
    await checkPrecondition(resource, publicId, ifMatch, run);
    await documents(resource.uid).delete({ documentId: locked.documentId });
  });
}
