import { AsyncLocalStorage } from 'node:async_hooks';
import { errors, type Referrer } from '../errors/errors';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { lock } from '../store/read';
import { cascading, restricting, SHOWN } from '../store/referrers';
import { documents } from '../store/strapi';
import { unlist } from '../store/unlist';

interface Doomed {
  uid: string;
  row: number;
  documentId: string;
}

/**
 * Makes ready to delete a record: refuses (IN_USE) when a record requires it or one that goes with it, and deletes
 * those that go with it. The record is locked first, so that no new reference can be made meanwhile.
 */
export async function removeWhole(resource: Resource, documentId: string, run: Run): Promise<void> {
  if (goingAlong.getStore()) return;
  const locked = await lock(resource, { documentId }, run);
  if (!locked) return;
  const references: Referrer[] = [];
  const along: Doomed[] = [];
  const count = await collect(resource, locked.id, references, along, run);
  if (count > 0) throw errors.inUse(references.slice(0, SHOWN), count);
  await leaveLists(resource, locked.id, run);
  for (const each of along.reverse()) {
    const alongOf = findResourceByUid(each.uid);
    if (alongOf) await leaveLists(alongOf, each.row, run);
    await goingAlong.run(true, () => documents(each.uid).delete({ documentId: each.documentId }));
  }
}

async function leaveLists(resource: Resource, row: number, run: Run): Promise<void> {
  await resource.beforeRemove?.(row, run);
  await unlist(resource.kind, [row], run);
}

/** Set while records are deleted that go with another one and have been checked together with it. */
const goingAlong = new AsyncLocalStorage<true>();

async function collect(
  resource: Resource,
  row: number,
  references: Referrer[],
  along: Doomed[],
  run: Run,
): Promise<number> {
  const found = await restricting(resource.kind, row, run);
  // A record that uses several of those that go along counts once for each of its fields.
  const fresh = found.references.filter((used) => !references.some((known) => isSame(known, used)));
  references.push(...fresh);
  let count = found.count - (found.references.length - fresh.length);
  for (const child of await cascading(resource.kind, row, run)) {
    const childOf = findResourceByUid(child.uid);
    if (!childOf || along.some((known) => known.documentId === child.documentId)) continue;
    await lock(childOf, { documentId: child.documentId }, run);
    along.push(child);
    count += await collect(childOf, child.row, references, along, run);
  }
  return count;
}

const isSame = (a: Referrer, b: Referrer): boolean => a.resource === b.resource && a.id === b.id && a.field === b.field;
