import type { Core } from '@strapi/strapi';
import type { Json } from '../json';

/** The one place that knows Strapi's types: a thin adapter over what the store needs of it. */
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
export interface Entry {
  id: number;
  documentId: string;
}

/** The calls of the document service that writing needs. */
export interface Documents {
  create(options: { data: Record<string, unknown> }): Promise<Entry>;
  update(options: { documentId: string; data: Record<string, unknown> }): Promise<Entry | null>;
  delete(options: { documentId: string }): Promise<unknown>;
}

/** The document service of a content type. */
export const documents = (uid: string): Documents =>
  app().documents(uid as Parameters<Core.Strapi['documents']>[0]) as unknown as Documents;

/** Values of Strapi's key-value store that belong to this plugin; they travel with an export. */
export const settings = {
  get: async (key: string): Promise<Json> =>
    ((await app().store({ type: 'plugin', name: 'rostra', key }).get()) ?? null) as Json,
  set: async (key: string, value: Json): Promise<void> => {
    await app().store({ type: 'plugin', name: 'rostra', key }).set({ value });
  },
};
