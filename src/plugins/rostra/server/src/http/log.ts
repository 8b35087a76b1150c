import type { Context } from 'koa';
import { nameOf, type Principal } from '../access/principal';
import { app } from '../store/strapi';
import { operationOf, PROBES, templateOf } from './operation';

/** Writes a line to the log for a request that has taken so many milliseconds, where such lines are kept. */
export function logRequest(ctx: Context, milliseconds: number): void {
  const { log } = app();
  // Else the log would make the line, and then throw it away.
  if (!log.isLevelEnabled('http')) return;
  const { method, status } = ctx;
  // Load balancers ask every second.
  if (operationOf(ctx) === PROBES && status < 400) return;
  const ms = Math.round(milliseconds);
  const fields = { method, path: templateOf(ctx), status, ms, principal: principalOf(ctx) };
  log.http(`${method} ${pathOf(ctx)} (${ms} ms) ${status}`, fields);
}

/** The longest address in a line of the log, in characters. */
const LONGEST = 2_000;

/** Nothing of citizens is told: neither addresses nor tokens. Strapi's own doors take tokens in their queries. */
function pathOf(ctx: Context): string {
  if (ctx.state.matched === undefined) return ctx.path;
  return /^\/+citizen\//.test(ctx.path)
    ? ctx.path.replace(/(\/emails(\/\d+\/\w+)?).*$/, '$1')
    : ctx.url.slice(0, LONGEST);
}

/** Who asked, by kind and number. */
function principalOf(ctx: Context): string | undefined {
  const { rostra, auth } = ctx.state as { rostra?: { principal: Principal }; auth?: StrapiAuth };
  if (rostra) return nameOf(rostra.principal);
  const { strategy, credentials } = auth ?? {};
  const kind = strategy?.name && KINDS[strategy.name];
  return kind && credentials?.id !== undefined ? `${kind}:${credentials.id}` : undefined;
}

/** What Strapi notes of who has signed in at its own doors. */
interface StrapiAuth {
  strategy?: { name?: string };
  credentials?: { id?: number | string } | null;
}

const KINDS: Record<string, string> = { admin: 'panel', 'users-permissions': 'user', 'content-api-token': 'token' };
