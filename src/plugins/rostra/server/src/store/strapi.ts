import type { Core } from '@strapi/strapi';
import type { Json } from '../../../../../common/json';

/** A thin adapter for what Strapi offers to plugins; `src/strapi` holds what reaches further. */
let strapi: Core.Strapi | undefined;

/** Sets the running Strapi; called once, at the start. */
export function setStrapi(instance: Core.Strapi): void {
  strapi = instance;
}

/** The running Strapi. @throws Error before it has started. */
export function app(): Core.Strapi {
  if (!strapi) throw new Error('Strapi has not started');
  return strapi;
}

/** An entry of the document service. */
interface DocumentEntry {
  id: number;
  documentId: string;
}

/** The part of the document service that writes. */
interface Documents {
  create(options: { data: Record<string, unknown> }): Promise<DocumentEntry>;
  update(options: { documentId: string; data: Record<string, unknown> }): Promise<DocumentEntry | null>;
  delete(options: { documentId: string }): Promise<unknown>;
}

/** The document service of a content type. */
export const documents = (uid: string): Documents =>
  app().documents(uid as Parameters<Core.Strapi['documents']>[0]) as unknown as Documents;

/** A call of the document service; a middleware may change `params`. */
export interface DocumentCall {
  uid: string;
  action: string;
  params: { documentId?: string; data?: Record<string, unknown> };
  next(): Promise<unknown>;
}

/** Adds a middleware to every call of the document service. */
export function addWriteMiddleware(middleware: (call: DocumentCall) => Promise<unknown>): void {
  app().documents.use((context, next) => {
    const { uid, action, params } = context as unknown as Omit<DocumentCall, 'next'>;
    return middleware({ uid, action, params, next: async () => next() }) as ReturnType<typeof next>;
  });
}

/** A content type's names and description in the panel; undefined if there is none. */
export const infoOf = (uid: string): { displayName: string; pluralName: string; description?: string } | undefined =>
  app().contentTypes[uid as keyof Core.Strapi['contentTypes']]?.info;

/** This plugin's values in Strapi's key-value store; exports carry them. */
export const pluginStore = {
  get: async (key: string): Promise<Json> =>
    ((await app().store({ type: 'plugin', name: 'rostra', key }).get()) ?? null) as Json,
  set: async (key: string, value: Json): Promise<void> => {
    await app().store({ type: 'plugin', name: 'rostra', key }).set({ value });
  },
};
