import { AsyncLocalStorage } from 'node:async_hooks';
import { errors, type Referrer } from '../errors/errors';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock } from '../store/read';
import { findCascading, findRestricting, MAX_REFERRERS } from '../store/referrers';
import { documents } from '../store/strapi';
import { unlist } from '../store/unlist';

/** A record that is deleted together with another. */
interface Dependent {
  uid: string;
  row: number;
  documentId: string;
}

/**
 * Prepares the deletion of a record: deletes its dependents. Locks the records first, so that no new reference can appear.
 * Errors: IN_USE if another record requires this one or a dependent.
 */
export async function cascadeDelete(resource: Resource, documentId: string, run: Run): Promise<void> {
  if (isCascading.getStore()) return;
  const locked = await lock(resource, { documentId }, run);
  if (!locked) return;
  const references: Referrer[] = [];
  const dependents: Dependent[] = [];
  const count = await collect(resource, locked.rowId, references, dependents, run);
  if (count > 0) throw errors.inUse(references.slice(0, MAX_REFERRERS), count);
  await removeFromLists(resource, locked.rowId, run);
  for (const each of dependents.reverse()) {
    const dependentResource = findResourceByUid(each.uid);
    if (dependentResource) await removeFromLists(dependentResource, each.row, run);
    await isCascading.run(true, () => documents(each.uid).delete({ documentId: each.documentId }));
  }
}

async function removeFromLists(resource: Resource, rowId: number, run: Run): Promise<void> {
  await resource.beforeRemove?.(rowId, run);
  await unlist(resource.kind, [rowId], run);
}

/** Set while dependents are deleted: they have been checked already. */
const isCascading = new AsyncLocalStorage<true>();

async function collect(
  resource: Resource,
  rowId: number,
  references: Referrer[],
  dependents: Dependent[],
  run: Run,
): Promise<number> {
  const restriction = await findRestricting(resource.kind, rowId, run);
  // A record that refers to several of them counts once for each field.
  const added = restriction.references.filter((each) => !references.some((other) => isSame(other, each)));
  references.push(...added);
  let count = restriction.count - (restriction.references.length - added.length);
  for (const child of await findCascading(resource.kind, rowId, run)) {
    const childResource = findResourceByUid(child.uid);
    if (!childResource || dependents.some(({ documentId }) => documentId === child.documentId)) continue;
    await lock(childResource, { documentId: child.documentId }, run);
    dependents.push(child);
    count += await collect(childResource, child.row, references, dependents, run);
  }
  return count;
}

const isSame = (a: Referrer, b: Referrer): boolean => a.resource === b.resource && a.id === b.id && a.field === b.field;
