import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** Set while a transaction of ours runs and is committed. */
const writing = new AsyncLocalStorage<true>();

/** Runs a transaction, after whose commit Strapi tells of what was written. */
export const withWriteEvents = <T>(transact: () => Promise<T>): Promise<T> => writing.run(true, transact);

/**
 * Strapi tells of every write (`entry.update`, …), and reads the whole record with all that it links to for that: more
 * statements than the write itself has. It is spared them until somebody listens, a webhook or a plugin. Call it before
 * anybody can. Checked with Strapi 5.54.0.
 * @throws StartError when events are heard in another way: nobody would be told of anything.
 */
export function skipUnusedEventReads({ eventHub, db }: Pick<Core.Strapi, 'eventHub' | 'db'>): void {
  const { on, subscribe } = eventHub;
  const isThere = [on, subscribe, db.lifecycles.subscribe].every((each) => typeof each === 'function');
  assertStrapiHas(isThere, 'hub of events with "on" and "subscribe"');
  let isHeard = false;
  eventHub.on = (event, listener) => {
    isHeard ||= event.startsWith('entry.');
    return on.call(eventHub, event, listener);
  };
  eventHub.subscribe = (subscriber) => {
    isHeard = true;
    return subscribe.call(eventHub, subscriber);
  };
  db.lifecycles.subscribe({
    beforeFindOne: ({ params }) => {
      const isToTell = writing.getStore() && !db.inTransaction();
      if (isToTell && !isHeard) delete params.populate;
    },
  });
}
