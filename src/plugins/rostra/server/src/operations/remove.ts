import { errors } from '../errors/errors';
import type { Resource } from '../resource/resource';
import { transaction } from '../store/database';
import { lock } from '../store/read';
import { documents } from '../store/strapi';
import { checkPrecondition } from './update';

/**
 * Deletes a record and what belongs to it. Errors: NOT_FOUND, PRECONDITION_FAILED, IN_USE with the records that
 * require it; the rules themselves are kept by the guard of the document service, for every way in.
 */
export function remove(of: Resource, number: number | undefined, ifMatch?: string): Promise<void> {
  return transaction(async (run) => {
    if (number === undefined) throw errors.notFound();
    const locked = await lock(of, { publicId: number }, run);
    if (!locked) throw errors.notFound();
    await checkPrecondition(of, number, ifMatch, run);
    await documents(of.uid).delete({ documentId: locked.documentId });
  });
}
