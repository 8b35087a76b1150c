import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { fromDatabase, isDatabaseUnavailable, isDefiniteRollback } from '../plugins/rostra/server/src/errors/database';
import { ApiError, errorBody, errors, strapiErrorBody } from '../plugins/rostra/server/src/errors/errors';
import { databaseFailureMessage } from '../plugins/rostra/server/src/guard/panel-messages';
import { requestIdOf } from '../plugins/rostra/server/src/http/trace';
import { assertStrapiHas } from './assert-strapi-has';

/** The database failures that a request has met so far. */
interface Failures {
  /** The database was unavailable. */
  unavailable?: Error;
  /** A write outside a transaction lost its connection, so it may have been stored. */
  isUnknown?: boolean;
  /** PostgreSQL refused a COMMIT. */
  refused?: Error;
}

const failures = new AsyncLocalStorage<Failures>();

/** The name of the middleware in `config/middlewares.ts`. */
const NAME = 'global::database-failures';

/**
 * Gives requests to Strapi's own routes (log-in, admin panel, uploads, …) the right answer when the database fails. Strapi's
 * controllers turn such errors, or the results missing after they swallowed one, into 400, 401, 500 or 501. So failures are
 * state with the request where they occur, and a request that fails after one is answered for it. Checked with Strapi 5.54.0
 * and knex 3.0.1.
 * @throws StartError when knex acquires connections in another way.
 */
export function answerDatabaseFailures(strapi: Core.Strapi): void {
  const client = strapi.db.connection.client as { acquireConnection?(): Promise<unknown> };
  const { acquireConnection } = client;
  assertStrapiHas(typeof acquireConnection === 'function', 'client of knex that acquires connections from a pool');
  client.acquireConnection = async () => {
    try {
      return await acquireConnection.call(client);
    } catch (error) {
      record(error);
      throw error;
    }
  };
  strapi.db.connection.on('query-error', record);
  (strapi.get('middlewares') as { set(name: string, factory: () => Middleware): void }).set(NAME, () =>
    answering(strapi),
  );
}

/** Records a COMMIT that PostgreSQL refused; returns the error to throw. */
export function recordRefusedCommit(error: unknown): Error {
  const refused = error instanceof Error ? error : new Error(String(error));
  const state = failures.getStore();
  if (state) state.refused = refused;
  return refused;
}

/** What knex reports about a failed statement. */
interface FailedQuery {
  method?: string;
  /** The id of its transaction. */
  __knexTxId?: string;
}

const WRITES = new Set(['insert', 'update', 'del', 'counter']);

function record(error: unknown, query: FailedQuery = {}): void {
  const state = failures.getStore();
  if (!state || !(error instanceof Error) || !isDatabaseUnavailable(error)) return;
  state.unavailable = error;
  state.isUnknown ||= WRITES.has(query.method ?? '') && !query.__knexTxId && !isDefiniteRollback(error);
}

const unavailableError = ({ isUnknown }: Failures): ApiError =>
  isUnknown ? errors.outcomeUnknown() : errors.unavailable();

const answering =
  (strapi: Core.Strapi): Middleware =>
  (ctx, next) => {
    const state: Failures = {};
    return failures.run(state, async () => {
      try {
        await next();
        if (state.unavailable && ctx.status >= 400) answer(ctx, unavailableError(state));
      } catch (error) {
        const answered = answerTo(error, state, requestIdOf(ctx));
        if (!answered) throw error;
        if (answered.details.id)
          strapi.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
        answer(ctx, answered, error === state.refused ? error : undefined);
      }
    });
  };

/** The answer to an uncaught error; undefined if Strapi's own is right. */
function answerTo(error: unknown, state: Failures, requestId: string): ApiError | undefined {
  const { unavailable, refused } = state;
  if (error instanceof ApiError && error.status >= 500) return error;
  if (error !== refused && (unavailable || fromDatabase(error)?.status === 503)) return unavailableError(state);
  return error === refused ? (fromDatabase(refused) ?? errors.internal(requestId)) : undefined;
}

/** Answers in our format below `/api`, elsewhere in the admin panel's, with a message that it shows, and the code of the failure. */
function answer(ctx: Context, error: ApiError, refused?: unknown): void {
  ctx.set(error.headers);
  ctx.status = error.status;
  ctx.body = /^\/+api(\/|$)/i.test(ctx.path)
    ? errorBody(error)
    : strapiErrorBody(error.status, 'DatabaseError', databaseFailureMessage(error, refused), { code: codeOf(error) });
}

const codeOf = ({ message, details }: ApiError): string => details.errors?.[0]?.code ?? message;
