import type { Context } from 'koa';

interface PanelUser {
  id: number;
  firstname?: string | null;
  lastname?: string | null;
  username?: string | null;
}

/** The id of the account of the panel that sent a request, and its full name, or else its user name. */
export function requesterOf(ctx: Context): { id: number; name: string } {
  const { id, firstname, lastname, username } = ctx.state.user as PanelUser;
  return { id, name: [firstname, lastname].filter(Boolean).join(' ') || username || '' };
}
