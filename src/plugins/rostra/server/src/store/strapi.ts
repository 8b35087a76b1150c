import type { Core } from '@strapi/strapi';
import type { Json } from '../../../../../common/json';

/** A thin adapter over what Strapi offers to plugins; what reaches further stands in `src/strapi`. */
let strapi: Core.Strapi | undefined;

/** Gives the store its Strapi; called once, on start. */
export function useStrapi(instance: Core.Strapi): void {
  strapi = instance;
}

/** The running Strapi. */
export function app(): Core.Strapi {
  if (!strapi) throw new Error('Strapi has not been started');
  return strapi;
}

/** A stored entry, as the document service knows it. */
interface Entry {
  id: number;
  documentId: string;
}

/** The calls of the document service that writing needs. */
interface Documents {
  create(options: { data: Record<string, unknown> }): Promise<Entry>;
  update(options: { documentId: string; data: Record<string, unknown> }): Promise<Entry | null>;
  delete(options: { documentId: string }): Promise<unknown>;
}

/** The document service of a content type. */
export const documents = (uid: string): Documents =>
  app().documents(uid as Parameters<Core.Strapi['documents']>[0]) as unknown as Documents;

/** A call of the document service on its way; `params` may still be changed. */
export interface Write {
  uid: string;
  action: string;
  params: { documentId?: string; data?: Record<string, unknown> };
  next(): Promise<unknown>;
}

/** Lets `middleware` stand around every call of the document service. */
export function useWrites(middleware: (write: Write) => Promise<unknown>): void {
  app().documents.use((context, next) => {
    const { uid, action, params } = context as unknown as Omit<Write, 'next'>;
    return middleware({ uid, action, params, next: async () => next() }) as ReturnType<typeof next>;
  });
}

/** How the panel names and describes a content type; undefined when there is none. */
export const infoOf = (uid: string): { displayName: string; pluralName: string; description?: string } | undefined =>
  app().contentTypes[uid as keyof Core.Strapi['contentTypes']]?.info;

/** Values of Strapi's key-value store that belong to this plugin; they travel with an export. */
export const settings = {
  get: async (key: string): Promise<Json> =>
    ((await app().store({ type: 'plugin', name: 'rostra', key }).get()) ?? null) as Json,
  set: async (key: string, value: Json): Promise<void> => {
    await app().store({ type: 'plugin', name: 'rostra', key }).set({ value });
  },
};
