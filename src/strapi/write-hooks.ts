import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** A subscriber of the database layer: to everything, or to some actions on some models. */
type Subscriber = ((event: object) => unknown) | Record<string, unknown>;

const subscribers = new Set<Subscriber>();
let hooksOf: (uid: string) => object = () => ({});

/** The files that may subscribe to writes: Strapi's plugins, which leave our content types alone, and this project. */
const KNOWN = /[/\\]node_modules[/\\]@strapi[/\\]|[/\\]src[/\\](strapi|api|plugins[/\\](rostra|newsroom))[/\\]/;

/** The hooks that would have to run within a write. */
const WITHIN = /^before(Create|Update|Delete)/;

/**
 * Follows who subscribes to writes: writes of the API and imports bypass the document service. Hooks of the database layer that run
 * after a write are called after the commit (`write-events.ts`). Others are not called: a warning names each file that adds one.
 * Call it before any plugin starts. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi takes subscribers in another way.
 */
export function followWriteHooks({ db, documents, log }: Pick<Core.Strapi, 'db' | 'documents' | 'log'>): void {
  const { lifecycles } = db;
  const isThere = [lifecycles.subscribe, documents.use].every((each) => typeof each === 'function');
  assertStrapiHas(isThere, 'subscribers of the database layer and middlewares of the document service');
  subscribers.clear();
  hooksOf = (uid) => (db.metadata.get(uid) as { lifecycles?: object } | undefined)?.lifecycles ?? {};
  const warn = (what: string) => {
    const file = callerOf(new Error().stack);
    if (file && !KNOWN.test(file))
      log.warn(`${file}: ${what} sees writes of the admin panel only, not those of the API and of imports`);
  };
  const { subscribe } = lifecycles;
  lifecycles.subscribe = (subscriber) => {
    const followed = subscriber as Subscriber;
    subscribers.add(followed);
    const isWithin = typeof followed === 'function' || Object.keys(followed).some((name) => WITHIN.test(name));
    if (isWithin) warn('a subscriber of db.lifecycles that runs before writes');
    const unsubscribe = subscribe.call(lifecycles, subscriber);
    return () => {
      subscribers.delete(followed);
      return unsubscribe();
    };
  };
  const { use } = documents;
  documents.use = (middleware) => {
    warn('a middleware of documents.use');
    return use.call(documents, middleware);
  };
}

/** Whether a subscriber or the content type itself has this hook. */
export function hasWriteHooks(hook: string, uid: string): boolean {
  if (hook in hooksOf(uid)) return true;
  for (const subscriber of subscribers) {
    if (typeof subscriber === 'function') return true;
    const { models } = subscriber;
    if (hook in subscriber && (!Array.isArray(models) || models.includes(uid))) return true;
  }
  return false;
}

/** The file that called the function which made this stack; frames of this file are skipped. */
const callerOf = (stack = ''): string | undefined =>
  stack
    .split('\n')
    .slice(1)
    .find((line) => !line.includes(__filename))
    ?.replace(/^.*?\(?((?:file:\/\/)?[^\s(]+:\d+):\d+\)?$/, '$1');
