import type { Core } from '@strapi/strapi';
import type { Context, Middleware } from 'koa';
import { senderKey } from '../access/sender';
import { fromDatabase } from '../errors/database';
import { ApiError, errors } from '../errors/errors';
import { allowOrigin, SECURITY_HEADERS } from '../http/headers';
import { answerError } from '../http/render-error';
import { requestIdOf } from '../http/trace';
import { type AttemptLimit, countAttempt } from '../store/attempt-limit';
import { app } from '../store/strapi';
import { beginForApi, beginForPanel } from './begin';
import { exchangeCode } from './exchange';
import { finishSignIn } from './finish';
import type { SsoOptions } from './options';
import { refusalPage } from './page';
import { type Reason, responseTo, SignInRefusal } from './refusal';
import { PATHS } from './urls';

/** The settings of the handlers of single sign-on. */
export interface SsoSettings {
  options: SsoOptions;
  /** The public address of the service, to which the provider sends people back. */
  publicUrl: string;
  /** The path of the panel: `/admin`. */
  panelPath: string;
  corsOrigins: string[] | '*';
}

type Handler = (ctx: Context, settings: SsoSettings) => Promise<void>;

/** Paths that people open: errors appear as a page. */
const PAGES: Record<string, Handler> = {
  [PATHS.panel]: beginForPanel,
  [PATHS.api]: beginForApi,
  [PATHS.callback]: finishSignIn,
};

/** Requests of sign-ins per network address. A whole newsroom may share one. */
const LIMIT: AttemptLimit = { name: 'sso', times: 30, seconds: 60 };

const SSO_PATHS = /^\/sso(\/|$)/;

/** Serves `/sso` ahead of Strapi's middlewares. Without a provider, only the status is available. */
const ssoMiddleware =
  (settings: Omit<SsoSettings, 'options'> & { options: SsoOptions | undefined }): Middleware =>
  async (ctx, next) => {
    if (!SSO_PATHS.test(ctx.path)) return next();
    ctx.set({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
    const page = PAGES[ctx.path];
    const { options } = settings;
    if (options && page && ctx.method === 'GET') await answerPage(ctx, { ...settings, options }, page);
    else
      await answerJson(ctx, settings.corsOrigins, () =>
        answerRequest(ctx, settings.options ? (settings as SsoSettings) : undefined),
      );
  };

/** Answers programs: the status of single sign-on, and the exchange of a code for a token. */
async function answerRequest(ctx: Context, settings: SsoSettings | undefined): Promise<void> {
  const methods = methodsOf(ctx.path, settings !== undefined);
  if (!methods) throw errors.notFound();
  if (!methods.includes(ctx.method)) throw errors.methodNotAllowed(methods);
  if (ctx.path === PATHS.state) {
    const { panelRoles = [], apiRoles = [], isOnly = false } = settings?.options ?? {};
    ctx.body = { panel: panelRoles.length > 0, api: apiRoles.length > 0, only: isOnly };
  } else if (settings) {
    await countAttempt(LIMIT, senderKey(ctx, ctx.path));
    await exchangeCode(ctx);
  }
}

function methodsOf(path: string, isOffered: boolean): string[] | undefined {
  if (path === PATHS.state) return ['GET', 'HEAD'];
  if (!isOffered) return undefined;
  if (path === PATHS.token) return ['POST'];
  return Object.hasOwn(PAGES, path) ? ['GET'] : undefined;
}

async function answerJson(ctx: Context, origins: string[] | '*', work: () => Promise<void>): Promise<void> {
  try {
    if (allowOrigin(ctx, origins)) ctx.status = 204;
    else await work();
  } catch (error) {
    answerError(ctx, error);
  }
}

async function answerPage(ctx: Context, settings: SsoSettings, answer: Handler): Promise<void> {
  try {
    await countAttempt(LIMIT, senderKey(ctx, ctx.path));
    await answer(ctx, settings);
  } catch (error) {
    const { reason, detail, headers } = refusalOf(error);
    logRefusal(reason, detail);
    const { status } = responseTo(reason);
    if (status === 503) ctx.set('retry-after', '5');
    ctx.set(headers);
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = refusalPage(reason, {
      again: (ctx.state as { sso?: string }).sso ?? startOf(ctx.path),
      id: requestIdOf(ctx),
    });
  }
}

/** Turns any thrown value into a refusal. */
function refusalOf(error: unknown): { reason: Reason; detail: string; headers: Record<string, string> } {
  if (error instanceof SignInRefusal) return { reason: error.reason, detail: error.detail, headers: {} };
  const answer = error instanceof ApiError ? error : fromDatabase(error);
  const { message = '', headers = {} } = answer ?? {};
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (answer?.status === 429) return { reason: 'TOO_MANY', detail: '', headers };
  return { reason: answer?.status === 503 ? 'UNAVAILABLE' : 'INTERNAL', detail: `${message} ${detail}`, headers };
}

/** Logs failures of this service and of the provider as errors, all others as warnings. */
function logRefusal(reason: Reason, detail: string): void {
  const level = responseTo(reason).status >= 500 ? 'error' : 'warn';
  app().log[level](`Single sign-on: ${reason} ${detail}`.trimEnd());
}

const startOf = (path: string): string | undefined => (path === PATHS.panel ? PATHS.panel : undefined);

/** Adds single sign-on to the service. Without a provider in the settings, `/sso` only answers that there is none. */
export function addSso(
  strapi: Core.Strapi,
  settings: Omit<SsoSettings, 'options' | 'panelPath'>,
  options: SsoOptions | undefined,
): void {
  const panelPath = strapi.config.get('admin.path', '/admin');
  strapi.server.use(ssoMiddleware({ ...settings, panelPath, options }));
}
