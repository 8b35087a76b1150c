import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { fromDatabase, isDatabaseUnavailable, isDefiniteRollback } from '../plugins/rostra/server/src/errors/database';
import { ApiError, errorBody, errors, strapiErrorBody } from '../plugins/rostra/server/src/errors/errors';
import { databaseFailureMessage } from '../plugins/rostra/server/src/guard/panel-messages';
import { requestIdOf } from '../plugins/rostra/server/src/http/trace';
import { assertThere } from './assert-there';

/** What the database has done to a request so far: it was away, or it has refused a COMMIT. */
interface Failures {
  away?: Error;
  /** A statement that writes, outside any transaction, has lost its connection: it may be stored. */
  isUnknown?: boolean;
  refused?: Error;
}

const failures = new AsyncLocalStorage<Failures>();

/** The name by which `config/middlewares.ts` knows the middleware. */
const NAME = 'global::database-failures';

/**
 * Answers requests of Strapi's own doors (log-in, admin panel, uploads, …) truthfully when the database fails them. Strapi's
 * controllers make 400, 401, 500 or 501 of such errors, or of what they find missing after having swallowed them; so every failure is noted where
 * it happens, and a request that has met one and is refused is answered for it. Checked with Strapi 5.54.0 and knex 3.0.1.
 * @throws StartError when knex takes its connections elsewhere.
 */
export function answerDatabaseFailures(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as { acquireConnection?(): Promise<unknown> };
  const { acquireConnection } = client;
  assertThere(typeof acquireConnection === 'function', 'client of knex that takes its connections from a pool');
  client.acquireConnection = async () => {
    try {
      return await acquireConnection.call(client);
    } catch (error) {
      note(error);
      throw error;
    }
  };
  strapi.db.connection.on('query-error', note);
  (strapi.get('middlewares') as { set(name: string, factory: () => Middleware): void }).set(NAME, () =>
    answering(strapi),
  );
}

/** Notes a COMMIT that PostgreSQL has refused, and gives the error back to be thrown. */
export function noteRefusedCommit(error: unknown): Error {
  const refused = error instanceof Error ? error : new Error(String(error));
  const noted = failures.getStore();
  if (noted) noted.refused = refused;
  return refused;
}

/** What knex says of a statement that has failed. */
interface Query {
  method?: string;
  /** The transaction that it belongs to. */
  __knexTxId?: string;
}

const WRITES = new Set(['insert', 'update', 'del', 'counter']);

function note(error: unknown, query: Query = {}): void {
  const noted = failures.getStore();
  if (!noted || !(error instanceof Error) || !isDatabaseUnavailable(error)) return;
  noted.away = error;
  noted.isUnknown ||= WRITES.has(query.method ?? '') && !query.__knexTxId && !isDefiniteRollback(error);
}

const awayAs = ({ isUnknown }: Failures): ApiError => (isUnknown ? errors.outcomeUnknown() : errors.unavailable());

const answering =
  (strapi: Core.Strapi): Middleware =>
  (ctx, next) => {
    const noted: Failures = {};
    return failures.run(noted, async () => {
      try {
        await next();
        if (noted.away && ctx.status >= 400) answer(ctx, awayAs(noted));
      } catch (error) {
        const told = answerTo(error, noted, requestIdOf(ctx));
        if (!told) throw error;
        if (told.details.id) strapi.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        answer(ctx, told, error === noted.refused ? error : undefined);
      }
    });
  };

/** What an error that nobody has caught is answered; undefined when Strapi answers it well. */
function answerTo(error: unknown, noted: Failures, requestId: string): ApiError | undefined {
  const { away, refused } = noted;
  if (error instanceof ApiError && error.status >= 500) return error;
  if (error !== refused && (away || fromDatabase(error)?.status === 503)) return awayAs(noted);
  return error === refused ? (fromDatabase(refused) ?? errors.internal(requestId)) : undefined;
}

/** In the shape of the door: ours below `/api`, elsewhere that of the admin panel, with a sentence that it shows. */
function answer(ctx: Context, told: ApiError, refused?: unknown): void {
  ctx.set(told.headers);
  ctx.status = told.status;
  ctx.body = /^\/+api(\/|$)/i.test(ctx.path)
    ? errorBody(told)
    : strapiErrorBody(told.status, 'DatabaseError', databaseFailureMessage(told, refused));
}
