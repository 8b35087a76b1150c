import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { QueryArrayResult } from 'pg';
import type { Json } from '../../../../../common/json';
import type { Model } from '../sql/model';
import type { PoolUse } from './pools';

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

/** The driver's own connection to PostgreSQL. */
export interface Connection {
  query(config: {
    name?: string;
    text: string;
    values: unknown[];
    rowMode: 'array';
    query_timeout?: number | undefined;
  }): Promise<QueryArrayResult>;
}

/** The connection behind a transaction of knex. */
export const connectionOf = (trx: Knex.Transaction): Promise<Connection> =>
  (trx as unknown as { client: { acquireConnection(): Promise<Connection> } }).client.acquireConnection();

/** What the database layer knows of a content type or component. */
export const metadata = (uid: string): Model => app().db.metadata.get(uid) as unknown as Model;

/** How the panel names and describes a content type; undefined when there is none. */
export const infoOf = (uid: string): { displayName: string; pluralName: string; description?: string } | undefined =>
  app().contentTypes[uid as keyof Core.Strapi['contentTypes']]?.info;

/** Gives an API its routes, before Strapi mounts them. */
export function mount(api: string, routes: { method: string; path: string; handler: string }[]): void {
  app().api(api).routes = { rostra: { type: 'content-api', routes } } as never;
}

/** Values of Strapi's key-value store that belong to this plugin; they travel with an export. */
export const settings = {
  get: async (key: string): Promise<Json> =>
    ((await app().store({ type: 'plugin', name: 'rostra', key }).get()) ?? null) as Json,
  set: async (key: string, value: Json): Promise<void> => {
    await app().store({ type: 'plugin', name: 'rostra', key }).set({ value });
  },
};

/** How the pool that the document service and the panel write through is used. */
export function strapiPoolUse(): PoolUse {
  const { pool } = app().db.connection.client as { pool: KnexPool };
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires(), limit: pool.max };
}

interface KnexPool {
  max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}
