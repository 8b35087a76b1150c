import type { Context, Middleware } from 'koa';
import { senderKey } from '../access/sender';
import { fromDatabase } from '../errors/database';
import { AnsweredError, errors } from '../errors/errors';
import { allowOrigin, SECURITY_HEADERS } from '../http/headers';
import { answerError } from '../http/render-error';
import { requestIdOf } from '../http/trace';
import { consume, type Limit } from '../store/rate-limit';
import { app } from '../store/strapi';
import { PATHS } from './addresses';
import { beginForApi, beginForPanel } from './begin';
import { exchangeCode } from './exchange';
import { finishSignIn } from './finish';
import type { SsoOptions } from './options';
import { refusalPage } from './page';
import { type Reason, Refusal, told } from './refusal';

/** What the doors of single sign-on know. */
export interface SsoDoor {
  options: SsoOptions;
  /** Where people reach the service; the provider sends them back there. */
  publicUrl: string;
  /** The path of the panel: `/admin`. */
  panelPath: string;
  bodyLimit: string;
  corsOrigins: string[] | '*';
}

type Answering = (ctx: Context, door: SsoDoor) => Promise<void>;

/** What people are led to: whatever goes wrong is told on a page. */
const PAGES: Record<string, Answering> = {
  [PATHS.panel]: beginForPanel,
  [PATHS.api]: beginForApi,
  [PATHS.callback]: finishSignIn,
};

/** Starts and ends of sign-ins from one network address: a newsroom may have only one. */
const LIMIT: Limit = { name: 'sso', times: 30, seconds: 60 };

const OURS = /^\/sso(\/|$)/;

/** Serves `/sso`, ahead of Strapi's middlewares; without a provider it only says that there is none. */
export const ssoDoor =
  (door: Omit<SsoDoor, 'options'> & { options: SsoOptions | undefined }): Middleware =>
  async (ctx, next) => {
    if (!OURS.test(ctx.path)) return next();
    ctx.set({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
    const page = PAGES[ctx.path];
    const { options } = door;
    if (options && page && ctx.method === 'GET') await withPage(ctx, { ...door, options }, page);
    else await withJson(ctx, door.corsOrigins, () => answerData(ctx, door.options ? (door as SsoDoor) : undefined));
  };

/** What programs ask: whether single sign-on is there, and for the token that a code stands for. */
async function answerData(ctx: Context, door: SsoDoor | undefined): Promise<void> {
  const methods = methodsOf(ctx.path, door !== undefined);
  if (!methods) throw errors.notFound();
  if (!methods.includes(ctx.method)) throw errors.methodNotAllowed(methods);
  if (ctx.path === PATHS.state) {
    const { panelRoles = [], apiRoles = [], isOnly = false } = door?.options ?? {};
    ctx.body = { panel: panelRoles.length > 0, api: apiRoles.length > 0, only: isOnly };
  } else if (door) {
    await consume(LIMIT, senderKey(ctx, ctx.path));
    await exchangeCode(ctx, door);
  }
}

function methodsOf(path: string, isOffered: boolean): string[] | undefined {
  if (path === PATHS.state) return ['GET', 'HEAD'];
  if (!isOffered) return undefined;
  if (path === PATHS.token) return ['POST'];
  return Object.hasOwn(PAGES, path) ? ['GET'] : undefined;
}

async function withJson(ctx: Context, origins: string[] | '*', work: () => Promise<void>): Promise<void> {
  try {
    if (allowOrigin(ctx, origins)) ctx.status = 204;
    else await work();
  } catch (error) {
    answerError(ctx, error);
  }
}

async function withPage(ctx: Context, door: SsoDoor, answer: Answering): Promise<void> {
  try {
    await consume(LIMIT, senderKey(ctx, ctx.path));
    await answer(ctx, door);
  } catch (error) {
    const { reason, detail, headers } = refusalOf(error);
    tell(reason, detail);
    const { status } = told(reason);
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

/** A refusal of whatever was thrown. */
function refusalOf(error: unknown): { reason: Reason; detail: string; headers: Record<string, string> } {
  if (error instanceof Refusal) return { reason: error.reason, detail: error.detail, headers: {} };
  const known = error instanceof AnsweredError ? error : fromDatabase(error);
  const { message = '', headers = {} } = known ?? {};
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (known?.status === 429) return { reason: 'TOO_MANY', detail: '', headers };
  return { reason: known?.status === 503 ? 'UNAVAILABLE' : 'INTERNAL', detail: `${message} ${detail}`, headers };
}

/** Faults of ours and of the provider are errors, the rest is told as a warning. */
function tell(reason: Reason, detail: string): void {
  const level = told(reason).status >= 500 ? 'error' : 'warn';
  app().log[level](`Single sign-on: ${reason} ${detail}`.trimEnd());
}

const startOf = (path: string): string | undefined => (path === PATHS.panel ? PATHS.panel : undefined);
