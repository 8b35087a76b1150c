import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** Set while one of our transactions runs and commits. */
const writing = new AsyncLocalStorage<true>();

/** Runs a transaction after which Strapi emits events about the writes. */
export const withWriteEvents = <T>(transact: () => Promise<T>): Promise<T> => writing.run(true, transact);

let hasListeners = false;

/** Whether a webhook or a plugin listens to events of writes. */
export const hasEventListeners = (): boolean => hasListeners;

/**
 * Skips reads whose only purpose is an event without listeners. Strapi emits an event for every write (`entry.update`, …), for
 * which it reads the record with everything that it links to: more statements than the write itself. They are skipped until a
 * webhook or a plugin listens. Call it before any can. Checked with Strapi 5.54.0.
 * @throws StartError when listeners subscribe in another way, and would get incomplete events.
 */
export function skipUnusedEventReads({ eventHub, db }: Pick<Core.Strapi, 'eventHub' | 'db'>): void {
  const { on, subscribe } = eventHub;
  const isThere = [on, subscribe, db.lifecycles.subscribe].every((each) => typeof each === 'function');
  assertStrapiHas(isThere, 'hub of events with "on" and "subscribe"');
  eventHub.on = (event, listener) => {
    hasListeners ||= event.startsWith('entry.');
    return on.call(eventHub, event, listener);
  };
  eventHub.subscribe = (subscriber) => {
    hasListeners = true;
    return subscribe.call(eventHub, subscriber);
  };
  db.lifecycles.subscribe({
    beforeFindOne: ({ params }) => {
      const isForEvent = writing.getStore() && !db.inTransaction();
      if (isForEvent && !hasListeners) delete params.populate;
    },
  });
}
