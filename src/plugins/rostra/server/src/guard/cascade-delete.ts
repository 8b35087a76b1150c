import { emitAfterCommit, type Write } from '../../../../../strapi/write-events';
import { removeDependents } from '../operations/dependents';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock } from '../store/read';

/** Locks a record and deletes its dependents, before the document service deletes it. Errors: IN_USE. */
export async function cascadeDelete(resource: Resource, documentId: string, run: Run): Promise<void> {
  const locked = await lock(resource, { documentId }, run);
  if (!locked) return;
  const writes: Write[] = [];
  await removeDependents(resource, locked.rowId, { run, note: (write) => writes.push(write) });
  emitAfterCommit(writes);
}
