import { sanitize } from '@strapi/utils';
import { app } from '../plugins/rostra/server/src/store/strapi';
import { hasEventListeners } from './events';
import { hasWriteHooks } from './write-hooks';

/** A write that bypassed the document service. `entry` is what a deleted row was. */
export interface Write {
  action: 'create' | 'update' | 'delete';
  uid: string;
  /** Strapi's row id. */
  rowId: number;
  entry?: Entry | null;
}

type Entry = Record<string, unknown>;

/** The part of Strapi's database layer that reads an entry and calls its subscribers. Checked with Strapi 5.54.0. */
interface Database {
  query(uid: string): { findOne(options: { where: { id: number }; populate?: object }): Promise<Entry | null> };
  lifecycles: { run(action: string, uid: string, event: object): Promise<unknown> };
}

const database = (): Database => app().db as unknown as Database;

const HOOKS = { create: 'afterCreate', update: 'afterUpdate', delete: 'afterDelete' } as const;

/** Whether anything wants to hear of this kind of write. */
const isHeard = ({ action, uid }: Pick<Write, 'action' | 'uid'>): boolean =>
  hasEventListeners() || hasWriteHooks(HOOKS[action], uid);

/**
 * The deletion of a row, with the entry that its event carries. Reads it only if something listens, on another connection: call it
 * while the row is locked and still there.
 */
export async function deletionOf(uid: string, rowId: number): Promise<Write> {
  const write: Write = { action: 'delete', uid, rowId };
  return isHeard(write)
    ? {
        ...write,
        entry: await database()
          .query(uid)
          .findOne({ where: { id: rowId } }),
      }
    : write;
}

/**
 * Reports committed writes as the document service does: events (`entry.update`, …) to webhooks and plugins, and the after-hooks of
 * the database layer. Reads entries only if something listens. Does not wait, and logs what fails.
 */
export function emitWrites(writes: Write[]): void {
  const heard = writes.filter(isHeard);
  if (heard.length === 0) return;
  const emission = emitInTurn(heard).finally(() => emissions.delete(emission));
  emissions.add(emission);
}

const emissions = new Set<Promise<void>>();

/** Waits until all writes so far are reported: call it before the database closes. */
export const settleEmissions = async (): Promise<void> => {
  await Promise.all(emissions);
};

/** Reports writes once the current transaction of the document service is committed. */
export function emitAfterCommit(writes: Write[]): void {
  if (writes.some(isHeard)) void app().db.transaction(async ({ onCommit }) => onCommit(() => emitWrites(writes)));
}

async function emitInTurn(writes: Write[]): Promise<void> {
  for (const write of writes) {
    try {
      await emit(write);
    } catch (error) {
      app().log.error(`the event of a write to ${write.uid} failed: ${(error as Error).stack}`);
    }
  }
}

async function emit({ action, uid, rowId, entry }: Write): Promise<void> {
  const where = { id: rowId };
  const result =
    action === 'delete'
      ? entry
      : await database()
          .query(uid)
          .findOne({ where, populate: populateOf(uid) });
  // Deleted since: its own event follows.
  if (!result) return;
  if (hasWriteHooks(HOOKS[action], uid))
    await database().lifecycles.run(HOOKS[action], uid, { params: { where, data: result }, result });
  if (!hasEventListeners()) return;
  const model = modelOf(uid);
  const sanitized = await sanitizeEntry({ schema: model, getModel: modelOf }, result);
  await app().eventHub.emit(`entry.${action}`, { model: model.modelName, uid, entry: sanitized });
}

interface ContentModel {
  modelName: string;
  attributes: Record<string, { type: string; component?: string; unstable_virtual?: boolean }>;
}

/** Removes what no event may carry: private fields and passwords. */
const sanitizeEntry = sanitize.sanitizers.defaultSanitizeOutput as unknown as (
  context: { schema: ContentModel; getModel(uid: string): ContentModel },
  entry: Entry,
) => Promise<Entry>;

const modelOf = (uid: string): ContentModel => app().getModel(uid as never) as unknown as ContentModel;

const populates = new Map<string, object>();

/** All relations and components of an entry, as the document service puts them into events. */
function populateOf(uid: string): object {
  const known = populates.get(uid);
  if (known) return known;
  const parts = Object.entries(modelOf(uid).attributes).flatMap(([name, attribute]): [string, object][] => {
    if (attribute.type === 'relation' && !attribute.unstable_virtual) return [[name, {}]];
    if (attribute.type === 'media') return [[name, { select: ['*'] }]];
    return attribute.component ? [[name, { populate: populateOf(attribute.component) }]] : [];
  });
  const populate = Object.fromEntries(parts);
  populates.set(uid, populate);
  return populate;
}
