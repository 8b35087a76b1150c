import type { Context } from 'koa';
import { formatPrincipal, type Principal } from '../access/principal';
import { app } from '../store/strapi';
import { operationOf, PROBES, templateOf } from './operation';

/** Logs a request and how long it took, if the log level includes `http`. */
export function logRequest(ctx: Context, milliseconds: number): void {
  const { log } = app();
  // The logger would format the line before dropping it.
  if (!log.isLevelEnabled('http')) return;
  const { method, status } = ctx;
  // Load balancers probe every second.
  if (operationOf(ctx) === PROBES && status < 400) return;
  const ms = Math.round(milliseconds);
  const fields = { method, path: templateOf(ctx), status, ms, principal: principalOf(ctx) };
  log.http(`${method} ${pathOf(ctx)} (${ms} ms) ${status}`, fields);
}

/** Maximum length of an address in a log line, in characters. */
const MAX_URL_LENGTH = 2_000;

/** Leaves out citizens' addresses and tokens. Strapi's own routes take tokens in their queries. */
function pathOf(ctx: Context): string {
  if (ctx.state.matched === undefined) return ctx.path;
  return /^\/+citizen\//.test(ctx.path)
    ? ctx.path.replace(/(\/emails(\/\d+\/\w+)?).*$/, '$1')
    : ctx.url.slice(0, MAX_URL_LENGTH);
}

/** The principal as kind and row id (`user:12`). */
function principalOf(ctx: Context): string | undefined {
  const { rostra, auth } = ctx.state as { rostra?: { principal: Principal }; auth?: StrapiAuth };
  if (rostra) return formatPrincipal(rostra.principal);
  const { strategy, credentials } = auth ?? {};
  const kind = strategy?.name && KIND_BY_STRATEGY[strategy.name];
  return kind && credentials?.id !== undefined ? `${kind}:${credentials.id}` : undefined;
}

/** What Strapi stores about the account that calls its own routes. */
interface StrapiAuth {
  strategy?: { name?: string };
  credentials?: { id?: number | string } | null;
}

const KIND_BY_STRATEGY: Record<string, string> = {
  admin: 'panel',
  'users-permissions': 'user',
  'content-api-token': 'token',
};
