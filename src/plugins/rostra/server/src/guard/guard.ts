import { AsyncLocalStorage } from 'node:async_hooks';
import { childFields, currentUser, isGuardBypassed, resourceAttribute } from '../operations/write';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { type Run, transaction } from '../store/database';
import { addWriteMiddleware, app, type DocumentCall } from '../store/strapi';
import { cascadeDelete } from './cascade-delete';
import { checkAfterWrite, lockPrevious } from './check';
import { setColumnRelations } from './column-relations';
import { refuseCreated } from './former-creates';
import { withoutGone } from './gone-records';
import { parseJsonFields } from './json-fields';
import { formData, formWrite } from './overwrites';
import { isFromPanel, withPanelErrors } from './panel-errors';
import { emptyDisconnected } from './relation-changes';
import { withUnreadTables } from './unread-tables';

/**
 * Enforces the rules of the data on all writes through the document service, above all those of the admin panel: validity of
 * records, public ids and restricted deletes (decision 3). A refused write is rolled back.
 */
export function installGuard(): void {
  addWriteMiddleware((write) => {
    const resource = findResourceByUid(write.uid);
    const guard = GUARDS[write.action];
    return resource && guard ? withPanelErrors(resource, () => guard(resource, write)) : write.next();
  });
}

const GUARDS: Record<string, (resource: Resource, write: DocumentCall) => Promise<unknown>> = {
  create: guardWrite,
  update: guardWrite,
  clone: (resource, write) => guardWrite(resource, prepareCopy(resource, write)),
  delete: guardDelete,
};

function guardDelete(resource: Resource, { params, next }: DocumentCall): Promise<unknown> {
  return queueDelete((run) =>
    transaction(async () => {
      if (params.documentId) await cascadeDelete(resource, params.documentId, run);
      return next();
    }),
  );
}

function guardWrite(resource: Resource, { action, params, next }: DocumentCall): Promise<unknown> {
  if (action !== 'clone') delete params.data?.number;
  if (resource.writer) params.data = { ...params.data, [resource.writer]: currentUser() };
  if (isGuardBypassed()) return next();
  if (params.data) params.data = parseJsonFields(resource, params.data);
  return transaction(async (run) => {
    if (action !== 'update') await refuseCreated(resource, run);
    const emptied = emptyDisconnected(resource.uid, params.data ?? {});
    const known = isFromPanel() ? await withoutGone(resource.uid, emptied, run) : emptied;
    params.data = await setColumnRelations(resource.uid, known, run);
    const isUpdate = action === 'update' && params.documentId !== undefined;
    const { documentId = '' } = params;
    const before = isUpdate ? await lockPrevious(resource, documentId, run) : undefined;
    if (before) params.data = await withUnreadTables(resource, { documentId, ...before }, params.data, run);
    const form = before && (await formWrite(resource, { documentId, ...before }, params.data, run));
    params.data = formData(resource.uid, documentId, form?.data ?? params.data);
    const written = Object.keys(params.data);
    const result = await next().catch((error) => {
      if (form) form.refuseLostRows(error, written);
      throw error;
    });
    for (const each of documentIdsIn(result)) await checkAfterWrite(resource, each, { before, form }, run);
    return result;
  });
}

/** Prepares a copy: it gets a new public id, and the children stay with the original. */
function prepareCopy(resource: Resource, write: DocumentCall): DocumentCall {
  const children = childFields(resource).map((name) => [resourceAttribute(resource, name), null]);
  write.params.data = { ...write.params.data, ...Object.fromEntries(children), number: null };
  return write;
}

/** The ids of written documents in the document service's result: an entry, or a list of them for a copy. */
function documentIdsIn(result: unknown): string[] {
  const { documentId, entries } = (result ?? {}) as { documentId?: string; entries?: { documentId: string }[] };
  const ids = entries?.map((entry) => entry.documentId) ?? [documentId ?? ''];
  return [...new Set(ids)].filter(Boolean);
}

const queues = new WeakMap<object, Promise<unknown>>();
const isRunning = new AsyncLocalStorage<true>();

/**
 * Runs the deletes of one transaction one after another. The panel starts the deletes of a selection in parallel: if one is
 * refused and the transaction rolls back, the others would otherwise continue outside it.
 */
async function queueDelete<T>(work: (run: Run) => Promise<T>): Promise<T> {
  if (isRunning.getStore()) return transaction(work);
  let result: { value: T } | undefined;
  await app().db.transaction(async ({ trx }) => {
    const previous = queues.get(trx) ?? Promise.resolve();
    const current = previous.then(async () => {
      result = { value: await isRunning.run(true, () => transaction(work)) };
    });
    queues.set(trx, current);
    await current;
  });
  if (!result) throw new Error('the transaction ended before its work');
  return result.value;
}
