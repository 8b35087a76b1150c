import type { Context } from 'koa';
import { app } from '../store/strapi';

/** Writes a line to the log for a request that began at `start` (`performance.now()`), where such lines are kept. */
export function logRequest(ctx: Context, start: number): void {
  const { log } = app();
  // Else the log would make the line, and then throw it away.
  if (!log.isLevelEnabled('http')) return;
  log.http(`${ctx.method} ${pathOf(ctx)} (${Math.round(performance.now() - start)} ms) ${ctx.status}`);
}

/** Nothing of citizens is told: neither addresses nor tokens; and no code of a sign-in. */
const pathOf = (ctx: Context): string =>
  /^\/sso\//.test(ctx.path)
    ? ctx.path
    : /^\/+citizen\//.test(ctx.path)
      ? ctx.path.replace(/(\/emails(\/\d+\/\w+)?).*$/, '$1')
      : ctx.url;
