import { deletionOf, type Write } from '../../../../../strapi/write-events';
import { errors, type Referrer } from '../errors/errors';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { deletionCalls } from '../store/bulk/remove';
import { type Run, runAll } from '../store/database';
import { lock } from '../store/read';
import { findCascading, findRestricting, MAX_REFERRERS } from '../store/referrers';
import { unlist } from '../store/unlist';

/** A record that is deleted together with another. */
interface Dependent {
  resource: Resource;
  row: number;
}

/**
 * Prepares the deletion of a locked record: deletes its dependents, notes these writes, and removes all from the lists that only
 * refer to them. Locks the dependents first, so that no new reference can appear. Errors: IN_USE if another record requires
 * this one or a dependent.
 */
export async function removeDependents(
  resource: Resource,
  rowId: number,
  { run, note }: { run: Run; note(write: Write): void },
): Promise<void> {
  const references: Referrer[] = [];
  const dependents: Dependent[] = [];
  const count = await collect({ resource, row: rowId }, references, dependents, run);
  if (count > 0) throw errors.inUse(references.slice(0, MAX_REFERRERS), count);
  await removeFromLists(resource, rowId, run);
  for (const { resource: dependent, row } of dependents.reverse()) {
    await removeFromLists(dependent, row, run);
    note(await deletionOf(dependent.uid, row));
    await runAll(deletionCalls(dependent, [row]), run);
  }
}

async function removeFromLists(resource: Resource, rowId: number, run: Run): Promise<void> {
  await resource.beforeRemove?.(rowId, run);
  await unlist(resource.kind, [rowId], run);
}

async function collect(
  { resource, row }: Dependent,
  references: Referrer[],
  dependents: Dependent[],
  run: Run,
): Promise<number> {
  const [restriction, cascading] = [
    await findRestricting(resource.kind, row, run),
    await findCascading(resource.kind, row, run),
  ];
  // A record that refers to several of them counts once for each field.
  const added = restriction.references.filter((each) => !references.some((other) => isSame(other, each)));
  references.push(...added);
  let count = restriction.count - (restriction.references.length - added.length);
  for (const { uid, row: childRow, documentId } of cascading) {
    const child = findResourceByUid(uid);
    const isKnown = dependents.some((other) => other.resource === child && other.row === childRow);
    if (!child || isKnown) continue;
    await lock(child, { documentId }, run);
    const dependent = { resource: child, row: childRow };
    dependents.push(dependent);
    count += await collect(dependent, references, dependents, run);
  }
  return count;
}

const isSame = (a: Referrer, b: Referrer): boolean => a.resource === b.resource && a.id === b.id && a.field === b.field;
