import type { Principal } from '../access/principal';
import { isGuardBypassed } from '../operations/guard-bypass';
import { childFields, resourceAttribute } from '../operations/write';
import { findResourceByUid } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { transaction } from '../store/database';
import { app, useWrites, type Write } from '../store/strapi';
import { checkWritten, recordBefore } from './check';
import { toldToEditors } from './for-editors';
import { inTurn } from './in-turn';
import { withJson } from './json-fields';
import { withPlainRelations } from './plain-relations';
import { removeWhole } from './remove-whole';

/**
 * Keeps the rules of the data for every way in that uses the document service, the admin panel above all: what a record
 * must have and be, public identifiers, and restricted delete (decisions, 2.8 and 4.7). A refusal leaves nothing behind.
 */
export function installGuard(): void {
  useWrites((write) => {
    const resource = findResourceByUid(write.uid);
    const guard = GUARDS[write.action];
    return resource && guard ? toldToEditors(resource, () => guard(resource, write)) : write.next();
  });
}

const GUARDS: Record<string, (resource: Resource, write: Write) => Promise<unknown>> = {
  create: guardWrite,
  update: guardWrite,
  clone: (resource, write) => guardWrite(resource, asCopy(resource, write)),
  delete: guardDelete,
};

function guardDelete(resource: Resource, { params, next }: Write): Promise<unknown> {
  return inTurn((run) =>
    transaction(async () => {
      if (params.documentId) await removeWhole(resource, params.documentId, run);
      return next();
    }),
  );
}

function guardWrite(resource: Resource, { action, params, next }: Write): Promise<unknown> {
  if (action !== 'clone') delete params.data?.number;
  if (resource.writer) params.data = { ...params.data, [resource.writer]: currentUser() };
  if (isGuardBypassed()) return next();
  if (params.data) params.data = withJson(resource, params.data);
  return transaction(async (run) => {
    params.data = await withPlainRelations(resource.uid, params.data ?? {}, run);
    const isUpdate = action === 'update' && params.documentId !== undefined;
    const before = isUpdate ? await recordBefore(resource, params.documentId ?? '', run) : undefined;
    const written = await next();
    for (const documentId of documentsIn(written)) await checkWritten(resource, documentId, before, run);
    return written;
  });
}

/** A copy gets an identifier of its own, and leaves the children to the record that has them. */
function asCopy(resource: Resource, write: Write): Write {
  const children = childFields(resource).map((name) => [resourceAttribute(resource, name), null]);
  write.params.data = { ...write.params.data, ...Object.fromEntries(children), number: null };
  return write;
}

/** The documents that the document service says it has written: an entry, or for a copy a list of them. */
function documentsIn(written: unknown): string[] {
  const { documentId, entries } = (written ?? {}) as { documentId?: string; entries?: { documentId: string }[] };
  const found = entries?.map((entry) => entry.documentId) ?? [documentId ?? ''];
  return [...new Set(found)].filter(Boolean);
}

/** Strapi's row of the user whose request is under way; null for a program, the admin panel and the command line. */
function currentUser(): number | null {
  const state = app().requestContext.get()?.state.rostra as { principal: Principal } | undefined;
  return state?.principal.user?.id ?? null;
}
